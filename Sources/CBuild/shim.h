// The commit that is built, where the build says it, as with -Xcc '-DFEED_BUILD_COMMIT="926d188"'; empty elsewhere.
#ifndef FEED_BUILD_COMMIT
#define FEED_BUILD_COMMIT ""
#endif
#define FEED_COMMIT FEED_BUILD_COMMIT
