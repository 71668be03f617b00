#ifndef MODELGEN_CSQLITE_SHIM_H
#define MODELGEN_CSQLITE_SHIM_H

#include <sqlite3.h>

// What Swift cannot say of the interface: a macro that casts a number to a function, and functions with any number of
// arguments.

/// Tells SQLite to copy what it is given.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Turns a switch of a connection on or off.
static inline int csqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

#endif
