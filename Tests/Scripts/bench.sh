#!/bin/sh
# Measures against peers, side by side. Further contents files to read can be named.
set -eu
cd "$(dirname "$0")/../.."

swift --version 2>/dev/null | head -n 1
echo "$(uname -sm), $(getconf _NPROCESSORS_ONLN) cores"
echo
tool() { swift build --configuration release --scratch-path .build/release-tool --product modelgen "$@"; }
tool --quiet
MODELGEN="$(tool --show-bin-path)/modelgen"
export MODELGEN
swift run --quiet --configuration release --package-path Tests/Benchmarks --scratch-path .build/benchmarks \
    benchmarks "$@"
