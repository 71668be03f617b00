#ifndef MODELGEN_CSQLITE_SHIM_H
#define MODELGEN_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
