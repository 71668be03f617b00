#ifndef MODELGEN_CSQLITE_SHIM_H
#define MODELGEN_CSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>

#if defined(__linux__) && __has_include(<linux/stat.h>)
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

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

/// Returns whether there is a file at a path, and the numbers that tell it from every other file.
///
/// Unlike `stat`, this does not ask Linux for the time of the last change. Linux gives a file whose time was asked a new time with
/// its next write, which then has to reach the medium together with what was written, and makes a durable save a third slower.
static inline int csqlite_identify_file(const char *path, uint64_t *device, uint64_t *file) {
#if defined(__linux__) && defined(SYS_statx) && defined(STATX_INO)
    struct statx identity;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO, &identity) == 0) {
        *device = (uint64_t)identity.stx_dev_major << 32 | identity.stx_dev_minor;
        *file = identity.stx_ino;
        return 1;
    }
    // An older kernel, or a sandbox, may not know the call.
    if (errno != ENOSYS && errno != EPERM) return 0;
#endif
    struct stat status;
    if (stat(path, &status) != 0) return 0;
    *device = (uint64_t)status.st_dev;
    *file = (uint64_t)status.st_ino;
    return 1;
}

#endif
