#!/bin/sh
# Walks the pages that show commands from the top, as readers do: the example programs' pages, and those of the documentation.
# Compares every line that is printed.
#
# Each page has a folder of its own, in which its commands run one after the other. Blocks of ```console are a session: a line
# after "$ " is a command, what follows is what it prints, errors among it. "…/" is the path of the folder. Above another block,
# a mark says what it is:
#
#   <!-- walk: NAME -->         the file NAME, which readers write
#   <!-- walk: sh -->           commands, which succeed; "fails" in the place of "sh" for those that do not
#   <!-- walk: prints -->       what the commands before it print; "part" in its place for lines of it, where "…" omits some
#   <!-- given: COMMAND -->     what a page assumes that readers have; $root is this project
#   <!-- needs: PROGRAM -->     a page that is skipped where this program is missing
#   <!-- not walked: REASON --> a block that cannot be run here
#
# A block of commands without a mark is a mistake. What builds a package is walked in Tests/Consumers/NewUser/check.sh.
#
# Usage: examples.sh [EXAMPLE | PAGE.md ...]
set -eu
cd "$(dirname "$0")/../.."

root=$PWD
PATH=$(swift build --ignore-lock --show-bin-path):$PATH
export PATH root
work=$PWD/.build/examples
failed=0

# Writes the blocks of a page as files, in their order, with their kinds in the first lines.
split_page() {
    awk -v folder="$2" '
        function put(kind, text) {
            file = sprintf("%s/%03d", folder, ++count)
            printf "%s\n%s", kind, text >file
            close(file)
        }
        !isOpen && /^ *<!-- (walk|given|needs|not walked): .* -->$/ {
            mark = $0
            sub(/^ *<!-- /, "", mark)
            sub(/ -->$/, "", mark)
            if (mark ~ /^(given|needs): /) { put(substr(mark, 1, 5), substr(mark, 8) "\n"); mark = "" }
            next
        }
        /^ *```/ && !isOpen {
            isOpen = 1
            indent = index($0, "`") - 1
            language = substr($0, indent + 4)
            text = ""
            next
        }
        /^ *```$/ {
            isOpen = 0
            if (mark ~ /^walk: /) kind = substr(mark, 7)
            else if (mark != "") kind = "none"
            else if (language == "console") kind = "console"
            else if (language == "sh" || language == "" && text ~ /(^|\n)(\$ |modelgen [a-z]+ |swift (build|run|package) )/) kind = "unmarked"
            else kind = "none"
            if (kind != "none") put(kind, text)
            mark = ""
            next
        }
        isOpen { text = text substr($0, indent + 1) "\n" }
    ' "$1"
}

# Runs commands as they are typed, and shows what they print.
type_in() { sh -e -c "$1" 2>&1 </dev/null | sed "s|$session/|…/|g"; }
# The same with the commands' status in the place of that of sed.
try() {
    status=0
    sh -e -c "$1" >"$folder/log" 2>&1 </dev/null || status=$?
    sed "s|$session/|…/|g" "$folder/log" >"$folder/last"
}

# Goes through the blocks, and writes what the page shows, and what is printed.
walk() {
    for block in "$folder"/blocks/*; do
        [ -e "$block" ] || break
        kind=$(head -n 1 "$block")
        text=$(sed 1d "$block")
        case "$kind" in
        needs)
            if ! command -v "$text" >/dev/null; then
                echo "examples: skipped: the page $name; install the package $text"
                return
            fi
            ;;
        console)
            sed 1d "$block" >>"$folder/expected"
            sed -n '1d; /^\$ /p' "$block" >"$folder/commands"
            while IFS= read -r line; do
                printf '%s\n' "$line"
                type_in "${line#??}"
            done <"$folder/commands" >>"$folder/printed"
            ;;
        sh | fails | given)
            try "$text"
            if { [ "$kind" = fails ] && [ $status = 0 ]; } || { [ "$kind" != fails ] && [ $status != 0 ]; }; then
                { printf '%s\n' "$text"; cat "$folder/last"; echo "exit code $status"; } >>"$folder/printed"
            fi
            ;;
        part)
            sed 1d "$block" >"$folder/commands"
            while IFS= read -r line; do
                if [ "$line" != … ] && ! grep -Fqx -- "$line" "$folder/last"; then
                    printf 'Nothing prints this line: %s\n' "$line"
                fi
            done <"$folder/commands" >>"$folder/printed"
            ;;
        prints)
            sed 1d "$block" >>"$folder/expected"
            cat "$folder/last" >>"$folder/printed"
            ;;
        unmarked)
            { echo 'This block has no mark that says how it is walked:'; printf '%s\n' "$text"; } >>"$folder/printed"
            ;;
        *)
            mkdir -p "$(dirname "$kind")"
            printf '%s\n' "$text" >"$kind"
            ;;
        esac
    done
}

# Those of the documentation have no line of their own where nothing is to be run.
pages() {
    for example in Sources/Examples/*/; do echo "${example}README.md"; done
    find Sources -path '*/Documentation.docc/*.md' | LC_ALL=C sort
}

[ $# -gt 0 ] || set -- $(pages)
for page in "$@"; do
    case "$page" in
    *.md) page=$PWD/$page ;;
    *) page=$PWD/Sources/Examples/$page/README.md ;;
    esac
    name=$(basename "$page" .md)
    case "$name" in
    # These build a package.
    GettingStarted) continue ;;
    README) name=$(basename "$(dirname "$page")") ;;
    esac
    folder=$work/$name
    session=$folder/session
    rm -rf "$folder"
    mkdir -p "$session" "$folder/blocks"
    split_page "$page" "$folder/blocks"
    : >"$folder/expected"
    : >"$folder/printed"
    (
        cd "$session"
        # Nobody's own stores and settings take part.
        export PATH="$session/bin:$PATH" HOME="$session" XDG_DATA_HOME="$session" XDG_CACHE_HOME="$folder/cache"
        walk
    )
    count=$(ls "$folder/blocks" | wc -l | tr -d ' ')
    if ! diff -u --label "$page" --label 'what is printed' "$folder/expected" "$folder/printed"; then
        failed=1
    elif [ "$count" -gt 0 ]; then
        echo "$name: $count blocks as the page shows them"
    fi
done
exit $failed
