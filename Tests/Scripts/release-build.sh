#!/bin/sh
# Builds the tool as it is downloaded: for release, and on Linux as one file that brings its libraries along.
#
# Prints the path of the tool; what the build says goes to standard error.
set -eu
cd "$(dirname "$0")/../.."

scratch=$PWD/.build-release-tool
libraries=$scratch/static-libraries
mkdir -p "$scratch"

# The Swift toolchain links itself statically on Linux only; elsewhere its libraries are part of the system.
if [ "$(uname -s)" = Linux ]; then
    Tests/Scripts/static-libraries.sh "$libraries" >&2
    export PKG_CONFIG_PATH="$libraries"
    set -- --static-swift-stdlib -Xlinker "-L$libraries" -Xlinker -s
else
    set --
fi
swift build --configuration release --product modelgen --scratch-path "$scratch" "$@" >&2
echo "$scratch/release/modelgen"
