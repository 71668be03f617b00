// The files of the page, which the compiler embeds unchanged: no build step creates them, and nothing reads them at run time.

#include "CStudioPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char document[] = {
#embed "Page/index.html"
};

static const char style[] = {
#embed "Page/studio.css"
};

static const char dom[] = {
#embed "Page/dom.js"
};

static const char source[] = {
#embed "Page/source.js"
};

static const char values[] = {
#embed "Page/values.js"
};

static const char columns[] = {
#embed "Page/columns.js"
};

static const char table[] = {
#embed "Page/table.js"
};

static const char condition[] = {
#embed "Page/condition.js"
};

static const char dialogs[] = {
#embed "Page/dialogs.js"
};

static const char importing[] = {
#embed "Page/importing.js"
};

static const char inspector[] = {
#embed "Page/inspector.js"
};

static const char menu[] = {
#embed "Page/menu.js"
};

static const char studio[] = {
#embed "Page/studio.js"
};

static const struct studio_file all[] = {
    {"index.html", document, sizeof document},
    {"studio.css", style, sizeof style},
    {"dom.js", dom, sizeof dom},
    {"source.js", source, sizeof source},
    {"values.js", values, sizeof values},
    {"columns.js", columns, sizeof columns},
    {"table.js", table, sizeof table},
    {"condition.js", condition, sizeof condition},
    {"dialogs.js", dialogs, sizeof dialogs},
    {"importing.js", importing, sizeof importing},
    {"inspector.js", inspector, sizeof inspector},
    {"menu.js", menu, sizeof menu},
    {"studio.js", studio, sizeof studio},
};

const struct studio_file *const studio_files = all;
const size_t studio_file_count = sizeof all / sizeof all[0];
