// Debian's library is built with the preupdate hook; its header declares the hook only on request.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// Has SQLite keep no account of the memory that it holds: nobody asks for it, and keeping it takes a
// lock for each piece of memory. It counts if no connection has been opened before.
static inline int feed_sqlite3_keep_no_account(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
