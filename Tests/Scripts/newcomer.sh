#!/bin/sh
# Goes through the page "Getting started" and the front of the README as a newcomer does, in a minimal Debian that has Swift
# and nothing else for development: types each command as it stands, and says what must come of it.
#
# Needs root, debootstrap, a commit of what is to be tried, and half an hour. MODELGEN_SHOWN is that of debian.sh.
set -eu
cd "$(dirname "$0")/../.."

. Tests/Scripts/debian.sh
enter "$PWD/.build-newcomer/debian" "$toolchain"
# shellcheck disable=SC2086
install_inside $swift_needs make

rm -rf "$system/root/project"
mkdir -p "$system/root/project/App"
git clone -q . "$system/root/project/modelgen"
inside sh /root/project/modelgen/Tests/Scripts/newcomer-walk.sh
