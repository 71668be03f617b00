#ifndef MODELGEN_CLIBXML2_SHIM_H
#define MODELGEN_CLIBXML2_SHIM_H

// Debian builds libxml2 with ICU, and its headers then include ICU's, which clash with the copy of ICU that Swift's
// Foundation exports. Nothing used here mentions ICU: the setting only adds trailing fields to a structure that
// libxml2 itself allocates.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
