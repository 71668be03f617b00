#!/bin/sh
# Installs what the build needs beyond a Swift toolchain: the headers of libxml2, zlib, SQLite and libpq. Does nothing where
# they are.
set -eu

if ! command -v swift >/dev/null; then
    echo 'setup: there is no swift on this machine; install Swift 6.1 or later from https://www.swift.org/install' >&2
    exit 1
fi

if command -v pkg-config >/dev/null && pkg-config --exists libxml-2.0 zlib sqlite3 libpq; then
    exit 0
fi

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "setup: run as root: $*" >&2
        exit 1
    fi
}

if command -v brew >/dev/null; then
    brew install libxml2 zlib sqlite libpq pkg-config
elif command -v apt-get >/dev/null; then
    set -- libxml2-dev zlib1g-dev libsqlite3-dev libpq-dev pkg-config
    echo "setup: installing $*"
    as_root apt-get update -qq
    # pkg-config is how the package manager finds the headers.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
else
    echo "setup: install the development files of libxml2, zlib, SQLite and libpq, and pkg-config, with this system's package manager" >&2
    exit 1
fi
