#ifndef MODELGEN_CPOSTGRESQL_SHIM_H
#define MODELGEN_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
