# The walk of the page "Getting started", with its own text: what is below its marks is what a new user types.

# What stands below the n-th mark of a kind on the page, or in another file.
page() {
    awk -v mark="<!-- walk: $1 -->" -v number="${2:-1}" '
        $0 == mark { found++; next }
        found == number && /^```/ { if (isOpen) exit; isOpen = 1; next }
        isOpen { print }
    ' "${3:-$root/Sources/modelgen/Documentation.docc/GettingStarted.md}"
}

rm -rf "$package"
mkdir -p "$package"
(cd "$package" && sh -c "$(page sh 1)" >"$log" 2>&1) || fail 'the package is not made'
page Package.swift | sed 's|path: "../modelgen"|name: "modelgen", path: "../../.."|' >"$package/Package.swift"
page Sources/App/App.swift >"$package/Sources/App/App.swift"
contents=$package/Sources/App/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents
page contents >"$contents"

must_build
expect_no_warnings
expect "$(page sh 2)" 'swift run App'
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
pass 'a broken model stops the build, with an error at its line'

# The check for CI, with the tool that a plugin's command builds: a build needs less.
plugin_command check-models --help || fail 'the tool does not build'
tool=$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)/modelgen-tool
mkdir -p "$work/bin"
ln -sf "$tool" "$work/bin/modelgen"
check() { (cd "$package" && PATH="$work/bin:$PATH" sh -c "$(page sh 3)") >"$log" 2>&1; }
if check; then fail 'the check passes with a broken model'; fi
expect_log "contents:$line:[0-9]+: error: .*'Teem'"
edit 's/destinationEntity="Teem"/destinationEntity="Team"/' "$contents"
check || fail 'the check fails with the mended model'
must_build
expect "$(cd "$package" && rm -f Superheroes.json* && run App)" '["Bruce Wayne"]'
pass 'the check finds it too, and both pass when it is mended'
