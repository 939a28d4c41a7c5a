// The commit that is built, where FEED_BUILD_COMMIT in the environment of the build names it; empty elsewhere.
#ifndef FEED_BUILD_COMMIT
#define FEED_BUILD_COMMIT ""
#endif
#define FEED_COMMIT FEED_BUILD_COMMIT
