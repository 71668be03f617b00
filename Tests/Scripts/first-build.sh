#!/bin/sh
# Says what a package pays that uses the plugin, the runtime and its store: in its first build, and in one in which
# nothing has changed. The dependencies are fetched before the clock is started. The build after the first is not one in
# which nothing has changed: the package manager plans anew, and links the tool once more.
set -eu
cd "$(dirname "$0")/../.."

root=$PWD
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
mkdir -p "$package/Sources/App"
cp -R Models/Superheroes.xcdatamodeld "$package/Sources/App/"
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
            dependencies: [
                .product(name: "ObjectGraph", package: "modelgen"), .product(name: "JSONStore", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ])
END
cat >"$package/Sources/App/main.swift" <<'END'
import JSONStore
import ObjectGraph

let model: ManagedObjectModel = .superheroes
print(model.entities.map(\.name))
END

cd "$package"
swift package resolve >/dev/null 2>&1
for build in first second null; do
    printf '%s build: ' "$build"
    log=$package/build.log bash -c 'TIMEFORMAT="%R s, of the processors %U + %S s"
        time swift build >"$log" 2>&1' || { cat "$package/build.log"; exit 1; }
done
