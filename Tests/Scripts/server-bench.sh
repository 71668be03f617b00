#!/bin/sh
# Measures how many requests a server answers in a second with each store, and with GRDB and libpq. It starts a
# PostgreSQL server of its own, which is as durable as it is by default.
set -eu
cd "$(dirname "$0")/../.."

folder=
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
as_nobody=
[ "$(id -u)" -ne 0 ] || as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
database() {
    (cd "$folder" && $as_nobody "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
        -o "-k $folder -c listen_addresses=" "$@" >/dev/null)
}
stop() {
    [ -n "$folder" ] || return 0
    database -m fast stop || true
    rm -rf "$folder"
}

# Builds a program of a package, and prints where it is.
program() {
    # A plan that was made before a file was added to this package does not know the file.
    rm -f "$2"/*.yaml "$2"/*/*/description.json
    swift build --quiet --configuration release --package-path "$1" --scratch-path "$2" --product "$3" >&2
    echo "$(swift build --configuration release --package-path "$1" --scratch-path "$2" --show-bin-path)/$3"
}

swift --version 2>/dev/null | head -n 1
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
[ -n "$processor" ] || processor=$(sysctl -n machdep.cpu.brand_string 2>/dev/null || uname -m)
echo "$(date +%F), $(uname -sm), $processor, $(getconf _NPROCESSORS_ONLN) cores"
servers=$(program Tests/Benchmarks/Server .build/server-benchmarks server-benchmarks)
if [ -z "$programs" ]; then
    echo
    "$servers"
    echo 'server-bench: skipped: servers and saves on PostgreSQL; install the package postgresql'
    exit 0
fi
saves=$(program Tests/Benchmarks .build/benchmarks postgresql-benchmarks)

trap stop EXIT
folder=$(mktemp -d)
[ "$(id -u)" -ne 0 ] || chown 65534 "$folder"
(cd "$folder" && $as_nobody "$programs/initdb" -D "$folder/data" -A trust -U benchmarks -E UTF8 --locale=C >/dev/null)
database start
connection="host=$folder user=benchmarks dbname=postgres"
echo
"$servers" "$connection"
echo
"$saves" "$connection" P7
