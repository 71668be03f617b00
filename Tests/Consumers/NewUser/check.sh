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

edit 's/destinationEntity="Team"/destinationEntity="Teem"/' "$contents"
line=$(grep -n 'Teem' "$contents" | cut -d : -f 1)
must_not_build
expect_log "/Superheroes\.xcdatamodel/contents:$line:[0-9]+: error: .*'Teem'"
cp "$contents" "$work/broken"
edit 's/destinationEntity="Teem"/destinationEntity="Team"/' "$contents"
must_build
expect "$(cd "$package" && rm -f Superheroes.json* && run App)" '["Bruce Wayne"]'
pass 'a broken model stops the build, with an error at its line, until it is mended'

# The libraries and the tool, as the page installs them, but for a build that takes less time.
if [ "$(id -u)" -eq 0 ] && command -v apt >/dev/null; then
    sh -c "$(page libraries)" >"$log" 2>&1 </dev/null || fail 'the libraries are not installed'
fi
ln -sfn "$root" "$work/modelgen"
restore_checkouts
(cd "$package" && HOME="$work/home" CONFIGURATION=debug sh -e -c "$(page install)") >"$log" 2>&1 ||
    fail 'the tool is not installed'
type_in() { (cd "$package" && PATH="$work/home/.local/bin:$PATH" sh -e -c "$(page sh "$1")") >"$log" 2>&1; }
type_in 3 || fail 'the check fails with the mended model'
type_in 4 || fail 'the store is not asked'
expect_log 'Bruce Wayne'
pass 'the tool tells what the program has saved'

mv "$work/broken" "$contents"
if type_in 3; then fail 'the check passes with a broken model'; fi
expect_log "contents:$line:[0-9]+: error: .*'Teem'"
pass 'the check finds it too'
