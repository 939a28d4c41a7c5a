// Debian's library is built with the preupdate hook; its header declares the hook only on request.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// Turns a switch of a connection on or off: Swift cannot call functions of variable length.
static inline int feed_sqlite3_set_switch(sqlite3 *connection, int name, int isOn) {
  return sqlite3_db_config(connection, name, isOn, (int *)0);
}
