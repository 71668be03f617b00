#!/bin/sh
# Generates code from the sample models, and from the models of public repositories where they lie beside this one, and
# has the compiler check it: both styles and layouts, Swift 5, Swift 6, and the main actor as default.
#
#   Tests/Scripts/corpus.sh [--all-versions] [options of corpus-check]    the same as make corpus [ALL=1]
set -eu
cd "$(dirname "$0")/../.."
folders="Models"
[ ! -d ../shared/corpus ] || folders="$folders ../shared/corpus"
swift build
# shellcheck disable=SC2086 # the folders hold no spaces
exec .build/debug/corpus-check "$@" $folders
