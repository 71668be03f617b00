#!/bin/sh
# Drives the studio's page in headless Chromium, which it installs where it is missing. Keeps a picture of each step in
# .build/studio, to be looked at, and compares the screens with those in Tests/Goldens/Studio, at three widths. After a change that
# was intended, MODELGEN_UPDATE_GOLDENS=1 writes them again.
set -eu
cd "$(dirname "$0")/../.."

if ! command -v chromedriver >/dev/null && command -v apt-get >/dev/null; then
    if [ "$(id -u)" -eq 0 ]; then sudo=; else sudo=sudo; fi
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver
fi
pictures=$PWD/.build/studio
mkdir -p "$pictures"
MODELGEN_SCREENSHOTS=$pictures swift test --filter StudioTests
