#ifndef CSTUDIOPAGE_H
#define CSTUDIOPAGE_H

#include <stddef.h>

/// The bytes of a file in Page, which end without a zero.
struct studio_file {
    const char *name;
    const char *text;
    size_t length;
};

/// The files of the page: the document, its style sheet, then the modules, each after those it imports.
extern const struct studio_file *const studio_files;
extern const size_t studio_file_count;

#endif
