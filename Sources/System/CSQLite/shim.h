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

// Linux has these, but its headers declare them for some programs only.
#if !defined(F_OFD_GETLK) && defined(__linux__)
#define F_OFD_GETLK 36
#endif
#if !defined(O_PATH) && defined(__linux__) && defined(__O_PATH)
#define O_PATH __O_PATH
#endif
#if !defined(AT_EMPTY_PATH) && defined(__linux__)
#define AT_EMPTY_PATH 0x1000
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

/// What tells a file from every other one, and its size in bytes.
struct csqlite_file {
    uint64_t device;
    uint64_t number;
    int64_t size;
};

/// Describes the file at a path. Returns 0 if there is none.
///
/// Unlike `stat`, this does not ask Linux for the time of the last change. Linux gives a file whose time was asked a new time with
/// its next write, which then has to reach the medium together with what was written, and makes a durable save a third slower.
static inline int csqlite_describe_file(const char *path, struct csqlite_file *file) {
#if defined(__linux__) && defined(SYS_statx) && defined(STATX_INO)
    struct statx status;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO | STATX_SIZE, &status) == 0) {
        file->device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
        file->number = status.stx_ino;
        file->size = (int64_t)status.stx_size;
        return 1;
    }
    // An older kernel, or a sandbox, may not know the call.
    if (errno != ENOSYS && errno != EPERM) return 0;
#endif
    struct stat other;
    if (stat(path, &other) != 0) return 0;
    file->device = (uint64_t)other.st_dev;
    file->number = (uint64_t)other.st_ino;
    file->size = (int64_t)other.st_size;
    return 1;
}

/// Opens a file to count its names, not to read it. Returns -1 if that is not possible.
///
/// Closing any other descriptor of a file would release the locks that SQLite's connections of this process have on it.
static inline int csqlite_open_reference(const char *path) {
#if defined(__linux__) && defined(O_PATH)
    return open(path, O_PATH | O_CLOEXEC);
#else
    (void)path;
    return -1;
#endif
}

/// Returns how many names the file has that `csqlite_open_reference` opened; -1 if that is not known.
static inline int64_t csqlite_count_names(int descriptor) {
#if defined(__linux__) && defined(SYS_statx) && defined(STATX_NLINK)
    struct statx status;
    if (syscall(SYS_statx, descriptor, "", AT_EMPTY_PATH, STATX_NLINK, &status) == 0) return status.stx_nlink;
#else
    (void)descriptor;
#endif
    return -1;
}

#endif
