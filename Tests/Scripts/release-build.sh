#!/bin/sh
# Builds the tools as they are downloaded: for release, and on Linux as files that bring their libraries along.
#
# Usage: release-build.sh [TARGET ...]
# Also builds these targets, which are no part of a tool. Prints the path of modelgen; what the build says goes to standard error.
set -eu
cd "$(dirname "$0")/../.."

targets=$*
scratch=$PWD/.build-release-tool
libraries=$scratch/static-libraries
mkdir -p "$scratch"

# The Swift toolchain links itself statically on Linux only; elsewhere its libraries are part of the system.
if [ "$(uname -s)" = Linux ]; then
    Tests/Scripts/install-dependencies.sh >&2
    Tests/Scripts/static-libraries.sh "$libraries" >&2
    export PKG_CONFIG_PATH="$libraries"
    set -- --static-swift-stdlib -Xlinker "-L$libraries" -Xlinker -s
else
    set --
fi
for product in modelgen modelgen-store modelgen-studio; do
    swift build --configuration release --product "$product" --scratch-path "$scratch" "$@" >&2
done
for target in $targets; do
    swift build --configuration release --target "$target" --scratch-path "$scratch" "$@" >&2
done
echo "$scratch/release/modelgen"
