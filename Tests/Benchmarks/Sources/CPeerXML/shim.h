#ifndef MODELGEN_CPEERXML_SHIM_H
#define MODELGEN_CPEERXML_SHIM_H

// As in CLibXML2: ICU's headers clash with those of Swift's Foundation.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>

#endif
