#!/bin/sh
# Counts the instructions that a store takes for each object, and compares them with those that are stored: counts do not
# depend on what else a machine does, so they tell when the code has become slower.
#
# MODELGEN_UPDATE_INSTRUCTIONS=1 stores what was counted.
set -eu
cd "$(dirname "$0")/../.."

thresholds=Tests/Benchmarks/instructions.txt
tolerance=15

if ! command -v valgrind >/dev/null; then
    echo 'instructions: skipped: counting instructions; install the package valgrind'
    exit 0
fi
# A plan that was made before a file was added to this package does not know the file.
rm -f .build/benchmarks/*.yaml .build/benchmarks/*/*/description.json
swift build --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    --product store-benchmarks
program=$(swift build --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    --show-bin-path)/store-benchmarks
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

work() {
    printf '{"kind": "%s", "side": "modelgen", "folder": "%s/%s", "count": %s}' "$1" "$folder" "$2" "$2"
}

# The instructions of a piece of work on a number of objects.
count() {
    if [ "$1" = insert ]; then rm -rf "${folder:?}/$2"; fi
    mkdir -p "$folder/$2"
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$program" perform "$(work "$1" "$2")" 2>&1 >/dev/null | sed -n 's/.*Collected : *//p'
}

status=0
counted=$folder/counted
echo "| work | instructions for each object | stored | |"
echo "|---|---|---|---|"
for kind in insert open readAll write; do
    # The difference leaves out what starting takes.
    small=$(count $kind 5000)
    large=$(count $kind 15000)
    each=$(((large - small) / 10000))
    stored=$(sed -n "s/^$kind //p" "$thresholds" 2>/dev/null || true)
    verdict=new
    if [ -n "$stored" ]; then
        verdict=ok
        if [ $((each * 100)) -gt $((stored * (100 + tolerance))) ]; then verdict=MORE status=1; fi
        if [ $((each * 100)) -lt $((stored * (100 - tolerance))) ]; then verdict="less: store it"; fi
    fi
    echo "| $kind | $each | ${stored:-none} | $verdict |"
    echo "$kind $each" >>"$counted"
done
if [ -n "${MODELGEN_UPDATE_INSTRUCTIONS:-}" ]; then
    cp "$counted" "$thresholds"
    exit 0
fi
exit $status
