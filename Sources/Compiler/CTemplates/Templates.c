// C has a directive that puts a file into a program as it is, and takes no time for it; an array of bytes in Swift is
// an expression, which the compiler checks byte by byte in the build of everyone who uses the plugin.

#include "CTemplates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char collection[] = {
#embed "../../../Templates/collection.stencil"
};

static const char composite[] = {
#embed "../../../Templates/composite.stencil"
};

static const char constants[] = {
#embed "../../../Templates/constants.stencil"
};

static const char coredata_accessors[] = {
#embed "../../../Templates/coredata-accessors.stencil"
};

static const char coredata_class[] = {
#embed "../../../Templates/coredata-class.stencil"
};

static const char coredata_model[] = {
#embed "../../../Templates/coredata-model.stencil"
};

static const char coredata_properties[] = {
#embed "../../../Templates/coredata-properties.stencil"
};

static const char entity[] = {
#embed "../../../Templates/entity.stencil"
};

static const char enumeration[] = {
#embed "../../../Templates/enumeration.stencil"
};

static const char fetch_requests[] = {
#embed "../../../Templates/fetch-requests.stencil"
};

static const char fetched_properties[] = {
#embed "../../../Templates/fetched-properties.stencil"
};

static const char header[] = {
#embed "../../../Templates/header.stencil"
};

static const char custom_code[] = {
#embed "../../../Templates/custom-code.stencil"
};

static const char initializer[] = {
#embed "../../../Templates/initializer.stencil"
};

static const char model[] = {
#embed "../../../Templates/model.stencil"
};

static const char ordered_collection[] = {
#embed "../../../Templates/ordered-collection.stencil"
};

static const char snapshot[] = {
#embed "../../../Templates/snapshot.stencil"
};

static const char swiftdata_class[] = {
#embed "../../../Templates/swiftdata-class.stencil"
};

static const char swiftdata_composite[] = {
#embed "../../../Templates/swiftdata-composite.stencil"
};

static const char swiftdata_hash_tests[] = {
#embed "../../../Templates/swiftdata-hash-tests.stencil"
};

static const char swiftdata_migration_plan[] = {
#embed "../../../Templates/swiftdata-migration-plan.stencil"
};

static const char swiftdata_migration_stage[] = {
#embed "../../../Templates/swiftdata-migration-stage.stencil"
};

static const char swiftdata_schema[] = {
#embed "../../../Templates/swiftdata-schema.stencil"
};

static const char swiftdata_version[] = {
#embed "../../../Templates/swiftdata-version.stencil"
};

static const char uniqueness[] = {
#embed "../../../Templates/uniqueness.stencil"
};

#define TEMPLATE(name, text) {name, text, sizeof(text)}

static const struct embedded_template templates[] = {
    TEMPLATE("collection", collection),
    TEMPLATE("composite", composite),
    TEMPLATE("constants", constants),
    TEMPLATE("coredata-accessors", coredata_accessors),
    TEMPLATE("coredata-class", coredata_class),
    TEMPLATE("coredata-model", coredata_model),
    TEMPLATE("coredata-properties", coredata_properties),
    TEMPLATE("entity", entity),
    TEMPLATE("enumeration", enumeration),
    TEMPLATE("fetch-requests", fetch_requests),
    TEMPLATE("fetched-properties", fetched_properties),
    TEMPLATE("header", header),
    TEMPLATE("custom-code", custom_code),
    TEMPLATE("initializer", initializer),
    TEMPLATE("model", model),
    TEMPLATE("ordered-collection", ordered_collection),
    TEMPLATE("snapshot", snapshot),
    TEMPLATE("swiftdata-class", swiftdata_class),
    TEMPLATE("swiftdata-composite", swiftdata_composite),
    TEMPLATE("swiftdata-hash-tests", swiftdata_hash_tests),
    TEMPLATE("swiftdata-migration-plan", swiftdata_migration_plan),
    TEMPLATE("swiftdata-migration-stage", swiftdata_migration_stage),
    TEMPLATE("swiftdata-schema", swiftdata_schema),
    TEMPLATE("swiftdata-version", swiftdata_version),
    TEMPLATE("uniqueness", uniqueness),
};

const struct embedded_template *const embedded_templates = templates;
const size_t embedded_template_count = sizeof(templates) / sizeof(templates[0]);
