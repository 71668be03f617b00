#ifndef MODELGEN_CZLIB_SHIM_H
#define MODELGEN_CZLIB_SHIM_H

#include <zlib.h>

// Swift does not see the macro, which passes the version of the header and the size of the structure.
static inline int modelgen_inflateInitRaw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
