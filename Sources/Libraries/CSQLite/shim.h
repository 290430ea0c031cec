#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is -1 cast to a function pointer, which Swift does not import: the text is copied
   before the call returns. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
