#!/bin/sh
# Measures against peers, side by side. Further contents files to read can be named.
set -eu
cd "$(dirname "$0")/../.."

swift --version 2>/dev/null | head -n 1
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
[ -n "$processor" ] || processor=$(sysctl -n machdep.cpu.brand_string 2>/dev/null || uname -m)
echo "$(date +%F), $(uname -sm), $processor, $(getconf _NPROCESSORS_ONLN) cores"
echo
# A plan that was made before a file was added to this package does not know the file.
rm -f .build/benchmarks/*.yaml .build/benchmarks/*/*/description.json
# The tool as people download it.
MODELGEN=$(Tests/Scripts/release-build.sh 2>/dev/null)
export MODELGEN
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    benchmarks "$@"
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    store-benchmarks --json .build/store-benchmarks.json
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    graph-benchmarks
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    query-benchmarks
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    database-benchmarks
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    coredata-benchmarks
echo
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    growth-benchmarks
echo
if command -v chromedriver >/dev/null; then
    MODELGEN_STUDIO="$(dirname "$MODELGEN")/modelgen-studio" make --no-print-directory studio-bench
else
    echo "bench: skipped: the studio's page; install the packages chromium and chromium-driver"
fi
