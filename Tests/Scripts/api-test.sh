#!/bin/sh
# Says whether api.sh finds what it should, with a package of two small modules, of which one exports the other.
set -eu
cd "$(dirname "$0")/../.."

scripts=$PWD/Tests/Scripts
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
passed=0
cd "$package"
mkdir -p Sources/Inner Sources/Outer/Parts Tests/Scripts
cp "$scripts/api.sh" Tests/Scripts
: >Tests/Scripts/api-breakage.txt
cat >Package.swift <<'END'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Small",
    products: [.library(name: "Outer", targets: ["Outer"])],
    targets: [.target(name: "Inner"), .target(name: "Outer", dependencies: ["Inner"])])
END
echo '/.build' >.gitignore
inner=Sources/Inner/Inner.swift
outer=Sources/Outer/Parts/Outer.swift
cat >$inner <<'END'
public func inside(_ number: Int) {}
END
cat >$outer <<'END'
@_exported public import Inner
public func first() {}
public func second() {}
END

# Usage: expect ok|error LINE: what api.sh says of the package as it is.
expect() {
    status=0
    Tests/Scripts/api.sh >log 2>&1 || status=$?
    if { [ "$1" = ok ] && [ $status != 0 ]; } || { [ "$1" = error ] && [ $status = 0 ]; } || ! grep -Fqx "$2" log; then
        echo "api-test: expected $1 with '$2', and it ended with $status:" >&2
        cat log >&2
        exit 1
    fi
    passed=$((passed + 1))
}

git init -q -b main .
git add -A
git -c user.name=A -c user.email=a@example.com commit -q -m Release
expect ok 'api: skipped: the comparison with the last release; there is no tag, such as 1.0.0'
git tag 0.1.0
expect ok 'api: 0 changes since 0.1.0 break programs, in 2 modules'

echo 'public func third() {}' >>$outer
expect ok 'api: 0 changes since 0.1.0 break programs, in 2 modules'

sed 's/second/renamed/' $outer >log && cp log $outer
expect error 'Outer: API breakage: func second() has been removed'

echo 'API breakage: func second() has been removed' >Tests/Scripts/api-breakage.txt
expect ok 'api: 0 changes since 0.1.0 break programs, in 2 modules'

# What the package manager's own command does not see.
sed 's/ number/ number: Int, and/' $inner >log && cp log $inner
expect error 'api: 1 changes since 0.1.0 break programs, in 2 modules'

echo "api-test: $passed passed, 0 failed"
