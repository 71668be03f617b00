# A server answers from SQLite and from PostgreSQL, and goes on while its database is away.

port=$((20000 + $$ % 20000))
address=http://127.0.0.1:$port
must_build
# Packages that this one depends on have warnings of their own.
expect_no_log 'HeroServer/[^ ]*: warning:'
server=$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)/HeroServer

start_server() {
    HERO_STORE=$1 HERO_PORT=$port "$server" >"$work/server.log" 2>&1 &
    running=$!
    for _ in $(seq 100); do
        curl -fs "$address/health" >/dev/null && return
        sleep 0.1
    done
    cat "$work/server.log" >"$log"
    fail 'the server does not answer'
}

# Ends the server as an operating system does, and expects it to end by itself.
stop_server() {
    kill -TERM "$running"
    for _ in $(seq 50); do
        kill -0 "$running" 2>/dev/null || break
        sleep 0.1
    done
    status=0
    wait "$running" || status=$?
    expect "$status" 0
}

# Sends a request, and prints the status and the body.
request() {
    curl -s -m 20 -w ' %{http_code}' -X "$1" "$address/$2" ${3:+-H 'Content-Type: application/json' -d "$3"}
}

identifier_of() {
    printf '%s' "$1" | sed 's/.*"identifier":"\([^"]*\)".*/\1/'
}

# What clients do, on any store.
check_interface() {
    for name in Batman Hulk Thor; do
        created=$(request POST heroes '{"name": "'$name'", "universe": 1}')
        case "$created" in *'"name":"'$name'"'*' 201') ;; *) fail "the answer is '$created'" ;; esac
    done
    thor=$(identifier_of "$created")
    expect "$(request GET ready)" '3 heroes
 200'
    expect "$(request GET 'heroes?after=Batman' | grep -o '"name":"[^"]*"' | tr '\n' ' ')" '"name":"Hulk" "name":"Thor" '
    request GET heroes/all | grep -c '^{' >"$log"
    expect "$(cat "$log")" 3
    changed=$(request PUT "heroes/$thor" '{"name": "Thor Odinson"}')
    case "$changed" in *'"name":"Thor Odinson"'*' 200') ;; *) fail "the answer is '$changed'" ;; esac
    refused=$(request PUT "heroes/$thor" '{"name": ""}')
    case "$refused" in *' 422') ;; *) fail "the answer is '$refused'" ;; esac
    case "$(request GET "heroes/$thor")" in *'"name":"Thor Odinson"'*' 200') ;; *) fail 'a refused change is kept' ;; esac
    expect "$(request DELETE "heroes/$thor")" ' 204'
    case "$(request GET "heroes/$thor")" in *' 404') ;; *) fail 'a deleted hero still exists' ;; esac
    # Many clients change the same hero: each of them is answered, and none of them is an error of the server.
    hulk=$(identifier_of "$(request GET 'heroes?after=Batman')")
    : >"$log"
    clients=
    for number in $(seq 20); do
        request PUT "heroes/$hulk" '{"name": "Hulk '"$number"'"}' >>"$log" &
        clients="$clients $!"
    done
    for client in $clients; do wait "$client"; done
    expect_no_log ' 50[0-9]'
}

start_server "$work/heroes.sqlite"
check_interface
stop_server
start_server "$work/heroes.sqlite"
expect "$(request GET ready)" '2 heroes
 200'
stop_server
pass 'a server on SQLite answers, and ends when it is asked to'
rm -f "$work"/heroes.sqlite*

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
as_nobody=
[ "$(id -u)" -ne 0 ] || as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
if [ -z "$programs" ]; then
    echo "consumers: $consumer: skipped: a server on PostgreSQL; install the package postgresql"
else
    folder=$(mktemp -d)
    [ "$(id -u)" -ne 0 ] || chown 65534 "$folder"
    database() {
        (cd "$folder" && $as_nobody "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
            -o "-k $folder -c listen_addresses=" "$@" >/dev/null)
    }
    (cd "$folder" && $as_nobody "$programs/initdb" -D "$folder/data" -A trust -U heroes --no-sync -E UTF8 --locale=C) >"$log"
    database start
    start_server "postgresql://heroes@/postgres?host=$folder"
    check_interface

    database -m immediate stop
    expect "$(request GET health)" 'ok
 200'
    expect "$(request GET heroes)" ' 503'
    case "$(request POST heroes '{"name": "Nobody"}')" in *' 503') ;; *) fail 'a hero is saved without a database' ;; esac
    expect "$(request GET health)" 'ok
 200'
    database start
    expect "$(request GET ready)" '2 heroes
 200'
    pass 'a server on PostgreSQL stays up while the database is away, and goes on when it is back'

    # A database that does not answer: what needs no store is answered meanwhile, as fast as ever.
    kill -STOP "$(head -n 1 "$folder/data/postmaster.pid")" $(pgrep -P "$(head -n 1 "$folder/data/postmaster.pid")")
    : >"$work/waiting.log"
    waiting=
    for _ in $(seq 64); do
        curl -s -o /dev/null -m 20 -w '%{time_total} %{http_code}\n' "$address/heroes" >>"$work/waiting.log" &
        waiting="$waiting $!"
    done
    # All of them have arrived, and none is answered yet.
    sleep 0.5
    answered=$(grep -c . "$work/waiting.log" || true)
    for _ in $(seq 10); do
        curl -s -o /dev/null -m 5 -w '%{time_total} %{http_code}\n' "$address/health?[1-20]"
        sleep 0.1
    done | sort -n >"$log"
    kill -CONT "$(head -n 1 "$folder/data/postmaster.pid")" $(pgrep -P "$(head -n 1 "$folder/data/postmaster.pid")")
    for client in $waiting; do wait "$client" || true; done
    [ "$answered" -eq 0 ] || fail "$answered of 64 requests did not wait for the database"
    # 99 of 100 within 20 ms, and none after half a second.
    awk '{ time[NR] = $1; count += $2 == 200 }
        END { exit !(NR == 200 && count == 200 && time[198] < 0.02 && time[200] < 0.5) }' "$log" ||
        fail "$(grep -c ' 200$' "$log") of 200 requests without a store succeeded, the slowest after $(tail -n 1 "$log")"
    # Those that wait have an answer in the end: heroes, or that the database is away.
    awk '{ count += $1 > 0.5 && ($2 == 200 || $2 == 503) } END { exit !(NR == 64 && count == 64) }' \
        "$work/waiting.log" || fail "the 64 that waited were answered so: $(sort -n "$work/waiting.log" | tr '\n' ';')"
    expect "$(request GET ready)" '2 heroes
 200'
    pass 'requests that need no store are answered while 64 others wait for a database that is paused'
    stop_server
    database -m fast stop
    rm -rf "$folder"
fi
