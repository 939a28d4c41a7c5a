// Debian's library is built with the preupdate hook and with sessions; its header declares them only on request.
// Only tests use sessions.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION 1
#include <sqlite3.h>

// A SQLite that was built without the hook lacks these: the program then starts and says so.
#pragma weak sqlite3_preupdate_hook
#pragma weak sqlite3_preupdate_old
#pragma weak sqlite3_preupdate_new

static inline int feed_sqlite3_has_preupdate_hook(void) { return sqlite3_preupdate_hook != 0; }

static inline void feed_sqlite3_nothing(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_result_null(context);
}

// Has SQLite compile all statements of a connection again before they next run, by taking back a
// function that nobody calls: no other call does so and leaves nothing behind.
static inline int feed_sqlite3_expire_statements(sqlite3 *connection) {
  int code = sqlite3_create_function_v2(connection, "feed_nothing", 0, SQLITE_UTF8, 0,
                                        feed_sqlite3_nothing, 0, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function_v2(connection, "feed_nothing", 0, SQLITE_UTF8, 0, 0, 0, 0, 0);
}

// Turns a switch of a connection on or off: Swift cannot call functions of variable length.
static inline int feed_sqlite3_set_switch(sqlite3 *connection, int name, int isOn) {
  return sqlite3_db_config(connection, name, isOn, (int *)0);
}

// Reads the header of the index of the write-ahead log, twelve words of 32 bits: the fifth is the
// number of pages in the log. A program that commits writes the second copy of the header before the
// first one; while they differ, the result is SQLITE_BUSY. The file must have been looked at before:
// touching an index that was cut off ends the process.
static inline int feed_sqlite3_log_header(sqlite3 *connection, unsigned int header[12]) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return SQLITE_NOTFOUND;
  void volatile *region = 0;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
  if (code != SQLITE_OK) return code;
  if (!region) return SQLITE_NOTFOUND;
  for (int i = 0; i < 12; i++) header[i] = ((const volatile unsigned int *)region)[i];
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  for (int i = 0; i < 12; i++)
    if (header[i] != ((const volatile unsigned int *)region)[12 + i]) return SQLITE_BUSY;
  return SQLITE_OK;
}

// Reads from the file itself how many pages it has by its own account.
static inline int feed_sqlite3_pages_on_disk(sqlite3 *connection, unsigned int *pages) {
  sqlite3_file *file = 0;
  unsigned char bytes[4];
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_NOTFOUND;
  code = file->pMethods->xRead(file, bytes, 4, 28);
  if (code != SQLITE_OK) return code;
  *pages = (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
  return SQLITE_OK;
}

// Reads a word of 32 bits from the log itself, as it stands there.
static inline int feed_sqlite3_log_word(sqlite3 *connection, sqlite3_int64 offset,
                                        unsigned int *word) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_NOTFOUND;
  return file->pMethods->xRead(file, word, 4, offset);
}

// Has closing a connection leave the log where it is: it may be somebody else's by now.
static inline int feed_sqlite3_leave_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Has SQLite keep no account of the memory that it holds, for which it takes a lock for each piece.
// This holds for the whole process, so only a program may ask for it, before its first connection.
static inline int feed_sqlite3_keep_no_account(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
