#!/bin/sh
# Says what a package pays that uses the plugin, the runtime and its store: in its first build, and in one in which
# nothing has changed, whether it is built first or run first. Fails where either order builds a program that the package
# does not use. The dependencies are fetched before the clock is started. The build after the first is not one in which
# nothing has changed: the package manager plans anew, and links the tool once more.
#
# The same is said of a package with the module CoreData in the place of the runtime and its store, whose first build may cost
# the processors 1.2 times as much, and of one with GRDB alone, in the same run.
#
# `swift run NAME`, as the second command, makes a plan in which all programs of all packages are built next time; `swift run`
# does not, which is why the pages have no name there.
set -eu
cd "$(dirname "$0")/../.."

root=$PWD
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
mkdir -p "$package/Sources/App"
cp -R Models/Superheroes.xcdatamodeld "$package/Sources/App/"
# Writes the package: which style of code is generated, what it depends on, and its program.
write_package() {
    products=
    for product in $2; do products="$products .product(name: \"$product\", package: \"modelgen\"),"; done
    cat >"$package/Package.swift" <<END
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "$root")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [$products],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ])
END
    printf 'generate:\n  style: %s\n' "$1" >"$package/Sources/App/modelgen.yml"
    cat >"$package/Sources/App/main.swift"
}

write_package objectgraph 'ObjectGraph JSONStore' <<'END'
import JSONStore
import ObjectGraph

let model: ManagedObjectModel = .superheroes
print(model.entities.map(\.name))
END

cd "$package"
# Says what the command that follows the name costs.
measure() {
    printf '%s: ' "$1"
    shift
    log=$package/build.log bash -c 'TIMEFORMAT="%R s, of the processors %U + %S s"
        time "$@" >"$log" 2>&1' measure "$@" || { cat "$package/build.log"; exit 1; }
}

# Says how large the folder of the build is, and names the programs in it: the package's own, and the plugin's.
programs() {
    printf '%s MB in .build; programs:' "$(du -sm .build | cut -f 1)"
    built=$(find .build/*/debug -maxdepth 1 -type f -perm -u+x ! -name '*.so' ! -name '*.product' -printf '%f\n' | sort)
    printf ' %s' $built
    echo
    for program in $built; do
        case "$program" in
        App | modelgen-build-step | modelgen-build-step-tool) ;;
        *) echo "first-build: $program was built, and the package does not use it" >&2; exit 1 ;;
        esac
    done
}

for order in 'build run build' 'run build build'; do
    rm -rf .build
    swift package resolve >/dev/null 2>&1
    times=first
    for command in $order; do
        measure "$times swift $command" swift "$command"
        times=then
    done
    programs
done

# Says what the first build costs the processors, in whole seconds.
first_build_cost() {
    rm -rf .build
    swift package resolve >/dev/null 2>&1
    log=$package/build.log bash -c 'TIMEFORMAT="%U %S"; time swift build >"$log" 2>&1' 2>"$package/times" ||
        { cat "$package/build.log" >&2; exit 1; }
    awk '{ printf "%d", $1 + $2 }' "$package/times"
}

runtime=$(first_build_cost)
write_package coredata CoreData <<'END'
import CoreData

print(NSPersistentContainer(name: "Superheroes").managedObjectModel.entities.compactMap(\.name))
END
coreData=$(first_build_cost)
swift run --skip-build App | grep -q Superhero || { echo 'first-build: the program with CoreData does not run' >&2; exit 1; }
awk -v own="$coreData" -v other="$runtime" 'BEGIN {
    printf "first build with CoreData: %d s of the processors, %.2f x of one with ObjectGraph and JSONStore (%d s)\n",
        own, own / other, other
    if (own > 1.2 * other) {
        print "first-build: this is more than 1.2 times as much" >"/dev/stderr"
        exit 1
    }
}'

# A package with the library that people compare this one with, in the version of the benchmarks.
printf 'import GRDB\n\nprint(try DatabaseQueue().path)\n' >"$package/Sources/App/main.swift"
rm -r "$package/Sources/App/modelgen.yml" "$package/Sources/App/Superheroes.xcdatamodeld"
cat >"$package/Package.swift" <<END
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [$(grep -o '.package(url: "[^"]*GRDB.swift"[^)]*)' "$root/Tests/Benchmarks/Package.swift")],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])])
END
peer=$(first_build_cost)
awk -v own="$runtime" -v peer="$peer" 'BEGIN {
    printf "first build with ObjectGraph, JSONStore, and the plugin: %.2f x of one with GRDB alone (%d s)\n",
        own / peer, peer
}'
