#ifndef MODELGEN_CSQLITE_SHIM_H
#define MODELGEN_CSQLITE_SHIM_H

#include <fcntl.h>
#include <sqlite3.h>

// What Swift cannot say of the interface: a macro that casts a number to a function, and functions with any number of
// arguments.

/// Tells SQLite to copy what it is given.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Turns a switch of a connection on or off.
static inline int csqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

#if !defined(F_OFD_GETLK) && defined(__linux__)
#define F_OFD_GETLK 36
#endif

/// Whether a connection of any process, this one included, holds the byte of a `-shm` file that says so: byte 128, as SQLite's
/// file format lays it down. Where that cannot be found out, somebody is taken to.
static inline int csqlite_is_shared_memory_in_use(int descriptor) {
#ifdef F_OFD_GETLK
    struct flock lock = {0};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 128;
    lock.l_len = 1;
    if (fcntl(descriptor, F_OFD_GETLK, &lock) == 0) return lock.l_type != F_UNLCK;
#endif
    return 1;
}

#endif
