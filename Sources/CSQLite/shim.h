// Debian's library is built with the preupdate hook; its header declares the hook only on request.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
