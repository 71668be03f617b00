#!/bin/sh
# Films a session at the terminal: runs its commands, and draws what they print as a picture that shows line after line. And
# films the diagram of a large model: moves over it, from all of it to some of its entities and back.
#
# Usage: film.sh [--check] MODELGEN
# Writes the pictures that the README and the pages show; with --check, fails where one of them is another by now.
set -eu
cd "$(dirname "$0")/../.."

check=
if [ "$1" = --check ]; then
    check=yes
    shift
fi
modelgen=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
pictures=$PWD/Sources/Tools/modelgen/Documentation.docc/Resources
hospital=$PWD/Models/Hospital.xcdatamodeld
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

# The scene stays, and what is in it moves: to entities by their places, with all their rows, and to the whole with names alone.
modelgen graph "$hospital" --output "$work/hospital.svg"
awk -v stops='Patient Physician Medication Ward' '
    FNR == NR {
        if (match($0, /viewBox="[^"]*"/)) {
            split(substr($0, RSTART + 9, RLENGTH - 10), area, " ")
        }
        if (/<g class="entity/ && match($0, /aria-label="[^"]*"/)) {
            name = substr($0, RSTART + 12, RLENGTH - 13)
            match($0, /translate\([^)]*\)/)
            split(substr($0, RSTART + 10, RLENGTH - 11), place, " ")
            x[name] = place[1] + 145
            y[name] = place[2] + 120
        }
        next
    }
    $0 == "</style>" {
        count = split(stops, names, " ")
        zoom = 3.4
        print ".camera, .overview, .row, .name, .subtitle { animation: 24s ease-in-out infinite; }"
        print ".camera { animation-name: camera; } .overview { display: inline; animation-name: far; }"
        print ".row, .name, .subtitle { animation-name: near; }"
        print "@keyframes camera {"
        print "  0%, 10%, 98%, 100% { transform: none; }"
        for (i = 1; i <= count; i++) {
            from = 10 + (i - 0.6) * 88 / (count + 0.6)
            till = 10 + (i - 0.1) * 88 / (count + 0.6)
            printf "  %.1f%%, %.1f%% { transform: translate(%dpx, %dpx) scale(%s); }\n", from, till,
                area[1] + area[3] / 2 - zoom * x[names[i]], area[2] + area[4] / 2 - zoom * y[names[i]], zoom
        }
        print "}"
        print "@keyframes far { 0%, 10%, 98%, 100% { opacity: 1; } 15%, 93% { opacity: 0; } }"
        print "@keyframes near { 0%, 10%, 98%, 100% { opacity: 0; } 15%, 93% { opacity: 1; } }"
        print "@media (prefers-reduced-motion: reduce) {"
        print "  .camera, .overview, .row, .name, .subtitle { animation: none; } .row, .name, .subtitle { opacity: 0; }"
        print "}"
        print "</style>"
        print "<rect x=\"" area[1] "\" y=\"" area[2] "\" width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>"
        print "<g class=\"camera\">"
        next
    }
    $0 == "</svg>" { print "</g>" }
    { print }
' "$work/hospital.svg" "$work/hospital.svg" >"$work/HospitalFilm.svg"

for film in Session HospitalFilm; do
    if [ -n "$check" ]; then
        diff -u "$pictures/$film.svg" "$work/$film.svg" || {
            echo "film: $film.svg is another one by now; run make film" >&2
            exit 1
        }
    else
        cp "$work/$film.svg" "$pictures/$film.svg"
    fi
done
if [ -n "$check" ]; then echo 'film: 2 passed, 0 failed'; fi
