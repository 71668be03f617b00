#ifndef CTEMPLATES_H
#define CTEMPLATES_H

#include <stddef.h>

/// The bytes of a file in Templates, which end without a zero.
struct embedded_template {
    const char *name;
    const char *text;
    size_t length;
};

/// The templates in the order of their names.
extern const struct embedded_template *const embedded_templates;
extern const size_t embedded_template_count;

#endif
