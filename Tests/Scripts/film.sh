#!/bin/sh
# Films a session at the terminal: runs its commands, and draws what they print as a picture that shows line after line.
#
# Usage: film.sh [--check] MODELGEN
# Writes the picture that the README shows; with --check, fails where the session is another one by now.
set -eu
cd "$(dirname "$0")/../.."

check=
if [ "$1" = --check ]; then
    check=yes
    shift
fi
modelgen=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
picture=$PWD/Sources/modelgen/Documentation.docc/Resources/Session.svg
model=$PWD/Models/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents
work=$PWD/.build/film
rm -rf "$work"
mkdir -p "$work/bin"
# Under a short name, for short lines.
mkdir -p "$work/project/Heroes.xcdatamodeld/Heroes.xcdatamodel"
ln -s "$modelgen" "$work/bin/modelgen"
PATH=$work/bin:$PATH
cd "$work/project"

# Prints a command, runs it, and prints what it says.
run() {
    printf '$ %s\n' "$1"
    sh -c "$1" 2>&1 | sed "s|$work/project/||g"
}

sed 's/destinationEntity="Team"/destinationEntity="Teem"/' "$model" >Heroes.xcdatamodeld/Heroes.xcdatamodel/contents
{
    run 'modelgen validate Heroes.xcdatamodeld'
    run 'modelgen edit set Heroes.xcdatamodeld Superhero/teams destinationEntity=Team'
    run 'modelgen generate Heroes.xcdatamodeld --output Generated --verbose'
    run 'modelgen version add Heroes.xcdatamodeld "Heroes 2"'
    run 'modelgen edit rename Heroes.xcdatamodeld Superhero/name heroName'
    run 'modelgen diff Heroes.xcdatamodeld'
} >"$work/session"

# A command appears a while after what came before it, and what it prints soon after it.
awk '
    # As a terminal of 100 columns wraps it.
    function show(text, kind, time) {
        while (length(text) > 0) {
            part = substr(text, 1, 100)
            text = substr(text, 101)
            count++
            gsub(/&/, "\\&amp;", part); gsub(/</, "\\&lt;", part); gsub(/>/, "\\&gt;", part)
            lines = lines sprintf("<text class=\"%s\" x=\"16\" y=\"%d\" style=\"animation-delay:%.2fs\">%s</text>\n",
                kind, 8 + 20 * count, time, part)
        }
    }
    {
        isCommand = /^\$ /
        time += isCommand ? 1.5 : (wasCommand ? 0.5 : 0.05)
        wasCommand = isCommand
        show($0, isCommand ? "command" : (/: error: / ? "error" : "output"), time)
    }
    END {
        w = 824; h = 24 + 20 * count
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n", w, h, w, h
        print "<title>A session at the terminal with modelgen</title>"
        print "<style>"
        print "text { font: 13px ui-monospace, Menlo, Consolas, monospace; white-space: pre; opacity: 0;"
        print "       animation: show 0.01s linear forwards; }"
        print ".command { fill: #ffffff; font-weight: bold; } .output { fill: #b9c2cc; } .error { fill: #ff8a80; }"
        print "@keyframes show { to { opacity: 1; } }"
        print "@media (prefers-reduced-motion: reduce) { text { animation-duration: 0s; animation-delay: 0s !important; } }"
        print "</style>"
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1f24\"/>"
        printf "%s</svg>\n", lines
    }
' "$work/session" >"$work/Session.svg"

if [ -n "$check" ]; then
    diff -u "$picture" "$work/Session.svg" || {
        echo 'film: the session is another one by now; run make film' >&2
        exit 1
    }
    echo 'film: 1 passed, 0 failed'
else
    cp "$work/Session.svg" "$picture"
fi
