#!/bin/sh
# Generates code from the sample models, and from the models of public repositories where they lie beside this one, and
# has the compiler check it: all styles and layouts, Swift 5, Swift 6, and the main actor as default; for SwiftData, also all
# versions of a bundle at once. Generates each model twice as well, which must give the same bytes, and checks that the
# files are up to date then.
#
#   Tests/Scripts/corpus.sh [--all-versions] [options of corpus-check]    the same as make corpus [ALL=1]
set -eu
cd "$(dirname "$0")/../.."
folders="Models"
if [ -d ../shared/corpus ]; then
    folders="$folders ../shared/corpus"
else
    echo 'corpus: skipped: public models; the folder ../shared/corpus is missing'
fi
swift build

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
modelgen=.build/debug/modelgen
generated=0
stale=0
# shellcheck disable=SC2086 # the folders hold no spaces
find $folders \( -name '*.xcdatamodeld' -o -name '*.xcdatamodel' \) -prune -print | sort >"$scratch/models"
for style in objectgraph swiftdata; do
    while read -r model; do
        rm -rf "$scratch/one" "$scratch/two"
        # A model with errors has no code, which is not what is looked for here.
        "$modelgen" generate "$model" --style "$style" --output "$scratch/one" >/dev/null 2>&1 || continue
        generated=$((generated + 1))
        "$modelgen" generate "$model" --style "$style" --output "$scratch/two" --no-cache >/dev/null 2>&1
        if ! diff -r "$scratch/one" "$scratch/two" ||
            ! "$modelgen" generate "$model" --style "$style" --output "$scratch/one" --check >"$scratch/log" 2>/dev/null ||
            [ -s "$scratch/log" ]; then
            echo "FAILED $model: generating it again in the style $style gives something else"
            stale=$((stale + 1))
        fi
    done <"$scratch/models"
done
echo "generated twice: $generated models, $stale differ"

# shellcheck disable=SC2086
.build/debug/corpus-check "$@" $folders
[ "$stale" -eq 0 ]
