#!/bin/sh
# Builds the documentation: one archive a module, and all of them as one site in .build/documentation. A warning is a
# failure, so that no link leads nowhere.
#
# A module's archive knows those of the modules above it, which its pages link to.
#
# Usage: docs.sh [FOLDER]
# The folder is that of a build of the modules, without one the debug build of this package.
set -eu
cd "$(dirname "$0")/../.."

bin=$(readlink -f "${1:-$(swift build --show-bin-path)}")
checkouts=$(dirname "$(dirname "$bin")")/checkouts
# On a Mac, the tools are Xcode's.
toolchain=$(dirname "$(xcrun --find docc 2>/dev/null || readlink -f "$(command -v swift)")")
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1)
work=$PWD/.build/docs
rm -rf "$work" .build/documentation
mkdir -p "$work"

# The compiler of documentation keeps the capital letters of headings in their anchors, in contrast to a repository.
adapt_anchors() {
    awk -v page="$1" '
        BEGIN {
            title = page
            sub(/.*\//, "", title)
            sub(/\.md$/, "", title)
            while ((getline line <page) > 0) {
                if (line !~ /^##+ /) continue
                sub(/^#+ /, "", line)
                gsub(/[^A-Za-z0-9 _-]/, "", line)
                gsub(/ /, "-", line)
                if (!(tolower(line) in anchors)) anchors[tolower(line)] = line
            }
        }
        {
            rest = $0
            text = ""
            while (match(rest, /\]\(#[^)]+\)/)) {
                name = substr(rest, RSTART + 3, RLENGTH - 4)
                text = text substr(rest, 1, RSTART - 1) "](doc:" title "#" (name in anchors ? anchors[name] : name) ")"
                rest = substr(rest, RSTART + RLENGTH)
            }
            print text rest
        }
    '
}

# Usage: adapt CATALOGUE COPY: makes links to files, as they lead somewhere in the repository, what the compiler of
# documentation takes for links to pages and modules, and names pictures without their folder. What stands alone in a list is
# a topic. A link to the picture of a model leads to the page that zooms, which is made below.
adapt() {
    cp -R "$1" "$2"
    for page in "$2"/*.md; do
        sed -E -e 's/^- \[[^]]*\]\(([A-Za-z]+)\.md\)$/- <doc:\1>/' -e 's/\]\(([A-Za-z]+)\.md\)/](doc:\1)/g' \
            -e 's/\]\(([A-Za-z]+)\.tutorial\)/](doc:tutorials\/\1)/g' \
            -e 's#\]\((\.\./)+([A-Za-z]+/)?([A-Za-z]+)/Documentation\.docc/\3\.md\)#](doc:/\3)#g' \
            -e 's#(^|[^!])(\[[^]!]*\])\(Resources/([A-Za-z]+)\.svg\)#\1\2(../../../models/\3.html)#g' \
            -e 's/\]\(Resources\//](/g' "$page" | adapt_anchors "$page" >"$page.adapted"
        mv "$page.adapted" "$page"
    done
}

# Usage: document MODULE [MODULE ...]: the module, and those its pages link to.
#
# ObjectGraph has the pages of what it stands on: programs import it alone.
document() {
    module=$1
    shift
    graphs=$work/$module.symbols
    mkdir -p "$graphs"
    catalogue=
    for pages in Sources/"$module"/Documentation.docc Sources/*/"$module"/Documentation.docc; do
        [ -d "$pages" ] || continue
        catalogue=$work/$module.docc
        adapt "$pages" "$catalogue"
    done
    "$toolchain/swift-symbolgraph-extract" -module-name "$module" -target "$target" -I "$bin/Modules" \
        -Xcc -fmodule-map-file="$PWD/Sources/System/CLibXML2/module.modulemap" \
        -Xcc -fmodule-map-file="$PWD/Sources/System/CZLib/module.modulemap" \
        -Xcc -fmodule-map-file="$PWD/Sources/System/CSQLite/module.modulemap" \
        -Xcc -fmodule-map-file="$PWD/Sources/System/CPostgreSQL/module.modulemap" \
        -Xcc -fmodule-map-file="$bin/CTemplates.build/module.modulemap" \
        -Xcc -fmodule-map-file="$checkouts/Yams/Sources/CYaml/include/module.modulemap" \
        $(pkg-config --cflags-only-I libxml-2.0 libpq | sed 's/-I/-Xcc -I/g') \
        -experimental-allowed-reexported-modules=StoreProtocol,ColumnEngine \
        -minimum-access-level public -skip-synthesized-members \
        -emit-extension-block-symbols -output-dir "$graphs"
    dependencies=
    for dependency in "$@"; do dependencies="$dependencies --dependency $work/$dependency.doccarchive"; done
    # shellcheck disable=SC2086
    "$toolchain/docc" convert $catalogue --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "modelgen.$module" \
        --enable-experimental-external-link-support $dependencies \
        --transform-for-static-hosting --warnings-as-errors \
        --output-path "$work/$module.doccarchive" >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
}

document ModelSchema
document ModelExpressions ModelSchema
document ObjectGraph ModelSchema ModelExpressions
document StoreProtocol ModelSchema ModelExpressions ObjectGraph
stores=$(cd Sources/Stores && for page in *Store/Documentation.docc; do dirname "$page"; done)
for store in $stores; do document "$store" ModelSchema ModelExpressions ObjectGraph; done
document ModelDiagnostics ModelSchema
document ModelCompiler ModelSchema ModelDiagnostics
document CoreData ModelSchema ModelExpressions ObjectGraph
document modelgen ModelSchema ModelExpressions ObjectGraph StoreProtocol $stores CoreData ModelCompiler

"$toolchain/docc" merge "$work/modelgen.doccarchive" "$work/ObjectGraph.doccarchive" \
    "$work/StoreProtocol.doccarchive" \
    $(printf "$work/%s.doccarchive " $stores) "$work/CoreData.doccarchive" \
    "$work/ModelSchema.doccarchive" "$work/ModelExpressions.doccarchive" \
    "$work/ModelCompiler.doccarchive" \
    "$work/ModelDiagnostics.doccarchive" \
    --synthesized-landing-page-name modelgen --synthesized-landing-page-kind Project \
    --synthesized-landing-page-topics-style list \
    --output-path .build/documentation
# The pages that zoom, for the links to pictures of models.
mkdir .build/documentation/models
sed -nE 's#.*(^|[^!])\[[^]!]*\]\(Resources/([A-Za-z]+)\.svg\).*#\2#p' \
    $(find Sources -path '*/Documentation.docc/*.md') | sort -u |
    while read -r model; do
        "$bin/modelgen" graph "Models/$model.xcdatamodeld" --output ".build/documentation/models/$model.html"
    done
# The site begins with the page that says what all of this is.
echo '<meta http-equiv="refresh" content="0; url=documentation/modelgen/">' >.build/documentation/index.html
echo "documentation: python3 -m http.server -d .build/documentation shows it at http://localhost:8000"
