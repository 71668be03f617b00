# The walk of the page "Getting started", with its own text: what is below its marks is what a new user types.

. "$root/Tests/Scripts/page.sh"

rm -rf "$package"
mkdir -p "$package"
(cd "$package" && sh -c "$(page sh 1)" >"$log" 2>&1) || fail 'the package is not made'
page Package.swift | sed 's|path: "../modelgen"|name: "modelgen", path: "../../.."|' >"$package/Package.swift"
page Sources/App/App.swift >"$package/Sources/App/App.swift"
contents=$package/Sources/App/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents
page contents >"$contents"

must_build
expect_no_warnings
expect "$(page sh 2)" 'swift run'
expect "$(cd "$package" && run App)" '["Bruce Wayne"]'
expect "$(cd "$package" && run App)" '["Bruce Wayne", "Bruce Wayne"]'
expect "$(grep -c '"Bruce Wayne"' "$package/Superheroes.json")" 2
pass 'the page leads to a program that runs, and whose store holds what it has saved'

rm "$package/Sources/App/App.swift"
{
    printf 'import Foundation\nimport JSONStore\nimport ObjectGraph\n\n'
    page example 1 "$root/README.md"
} >"$package/Sources/App/main.swift"
must_build
expect_no_warnings
expect "$(cd "$package" && rm -f Superheroes.json* && run App)" 'true'
rm "$package/Sources/App/main.swift"
page Sources/App/App.swift >"$package/Sources/App/App.swift"
pass 'the example of the README does what it says'

# The libraries and the tool, as the page installs them, but for a build that takes less time.
if [ "$(id -u)" -eq 0 ] && command -v apt >/dev/null; then
    sh -c "$(page libraries)" >"$log" 2>&1 </dev/null || fail 'the libraries are not installed'
fi
ln -sfn "$root" "$work/modelgen"
restore_checkouts
(cd "$package" && HOME="$work/home" CONFIGURATION=debug sh -e -c "$(page install)") >"$log" 2>&1 ||
    fail 'the tool is not installed'

# Usage: type_in KIND [NUMBER]
type_in() {
    (cd "$package" && PATH="$work/home/.local/bin:$PATH" sh -e -c "$(page "$1" "${2:-1}")") >"$log" 2>&1 </dev/null
}
# Types the commands that a file of the tutorial shows.
follow() {
    (cd "$package" && PATH="$work/home/.local/bin:$PATH" sh -e "$resources/$1") >"$log" 2>&1 </dev/null ||
        fail "$1 of the tutorial fails"
}

type_in gitignore || fail 'the store is not left out of the repository'
for file in Superheroes.json Superheroes.json.lock; do
    (cd "$package" && git init -q . && git check-ignore -q "$file") || fail "$file is not left out of the repository"
done
rm -rf "$package/.git"

cp "$contents" "$work/valid"
if type_in refused; then fail 'the edit is not refused'; fi
cmp -s "$contents" "$work/valid" || fail 'the edit that is refused changes the model'
expect "$(sed 's|^.*/Superheroes\.xcdatamodeld/|…/|' "$log")" "$(page refusal)"
grep -Fqx "$(page refusal | head -n 1)" "$root/README.md" || fail 'the README shows another error'
type_in mistake || fail 'the mistake is not made'
line=$(grep -n 'Teem' "$contents" | cut -d : -f 1)
must_not_build
expect_log "/Superheroes\.xcdatamodel/contents:$line:[0-9]+: error: .*'Teem'"
if type_in sh 3; then fail 'the check passes with a broken model'; fi
expect_log "contents:$line:[0-9]+: error: .*'Teem'"
type_in mend || fail 'the model is not mended'
cmp -s "$contents" "$work/valid" || fail 'the model that is mended differs from the one before'
must_build
expect "$(cd "$package" && rm -f Superheroes.json* && run App)" '["Bruce Wayne"]'
pass 'the tool refuses a mistake, and one made by hand stops the build and the check until it is mended'

type_in sh 4 || fail 'the store is not asked'
expect_log 'Bruce Wayne'
pass 'the tool tells what the program has saved'

# The tutorial that goes on with this program.
resources=$root/Sources/Tools/modelgen/Documentation.docc/Resources
follow SecondVersionEdit.sh
follow SecondVersionCheck.sh
expect_log 'heroName: continues .name.'
cp "$resources/SecondVersionProgram.swift" "$package/Sources/App/App.swift"
must_build
expect_no_warnings
expect "$(cd "$package" && run App)" 'Bruce Wayne: no rating
Diana Prince: 5'
follow SecondVersionQuery.sh
expect_log 'Bruce Wayne'
expect_no_log 'Diana Prince'
pass 'the second tutorial migrates the store of the first'
