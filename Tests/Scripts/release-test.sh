#!/bin/sh
# Makes a release, unpacks a minimal Debian that has neither Swift nor libxml2, and runs the released tool in it.
# Needs root, debootstrap, and some time.
set -eu
cd "$(dirname "$0")/../.."

artifacts=.build-release-tool/artifacts
system=.build-release-tool/debian
passed=0
fail() {
    echo "release: $1" >&2
    exit 1
}
pass() {
    passed=$((passed + 1))
    echo "release: $1"
}

Tests/Scripts/release.sh
(cd "$artifacts" && sha256sum --quiet -c checksums.txt) || fail 'a checksum is wrong'

if ! command -v debootstrap >/dev/null; then fail 'install debootstrap'; fi
[ -x "$system/bin/sh" ] || debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$system"
# Swift reads a program's arguments from /proc.
mountpoint -q "$system/proc" || mount -t proc proc "$system/proc"
trap 'umount "$system/proc"' EXIT
inside() { chroot "$system" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"; }

rm -rf "$system/usr/local" "$system/data"
mkdir -p "$system/usr/local" "$system/data"
tar -C "$system/usr/local" --strip-components=1 -xzf "$artifacts"/modelgen-*.tar.gz
cp -R Models/Superheroes.xcdatamodeld Models/Broken/UnknownDestination.xcdatamodeld "$system/data"
if inside sh -c 'command -v swift || ls /usr/lib/*/libxml2.so*' 2>/dev/null; then fail 'the system is not minimal'; fi

echo "$(inside modelgen --version)" | grep -Eq '^[0-9]+\.[0-9]+\.[0-9]+$' || fail 'there is no version'
inside modelgen validate /data/Superheroes.xcdatamodeld || fail 'a good model does not pass'
if inside modelgen validate /data/UnknownDestination.xcdatamodeld 2>"$system/data/log"; then fail 'a bad model passes'; fi
grep -q 'contents:[0-9]*:[0-9]*: error: ' "$system/data/log" || fail 'the error has no place'
inside modelgen generate /data/Superheroes.xcdatamodeld --output /data/Generated || fail 'nothing is generated'
inside modelgen generate /data/Superheroes.xcdatamodeld --output /data/Generated --check || fail 'it is not up to date'
[ -f "$system/data/Generated/Superhero+Generated.swift" ] || fail 'a file is missing'
pass 'the tool runs on a system without Swift and libxml2'

for page in modelgen modelgen-generate modelgen-edit-add-attribute modelgen-store-query; do
    [ -f "$system/usr/local/share/man/man1/$page.1" ] || fail "there is no manual page $page"
done
inside bash -c '. /usr/local/share/bash-completion/completions/modelgen && complete -p modelgen' >/dev/null ||
    fail 'bash does not take the completions'
pass 'its manual pages and completions are in their places'

installed=$system/usr/local/share
if command -v zsh >/dev/null; then
    zsh -f -c "fpath=($installed/zsh/site-functions \$fpath); autoload -Uz compinit; compinit -D -u
        [ \"\$_comps[modelgen]\" = _modelgen ] && autoload +X -U _modelgen" || fail 'zsh does not take the completions'
    pass 'zsh takes the completions'
fi
if command -v fish >/dev/null; then
    fish --no-config -c "source $installed/fish/vendor_completions.d/modelgen.fish; complete -C 'modelgen gener'" |
        grep -q '^generate' || fail 'fish does not complete a command'
    pass 'fish completes a command'
fi

consumer=$PWD/.build-release-tool/consumer
find "$consumer" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} + 2>/dev/null || mkdir -p "$consumer"
cp -R Tests/ReleaseConsumer/. "$consumer"
cp "$artifacts/modelgen.artifactbundle.zip" "$consumer/"
cp -RL Plugins/ModelGenPlugin "$consumer/Plugins/"
cp -R Models/Superheroes.xcdatamodeld "$consumer/Sources/App/"
(cd "$consumer" && swift package --allow-writing-to-package-directory \
    generate Sources/App/Superheroes.xcdatamodeld --output Out) || fail 'a package cannot run the artifact bundle'
[ -f "$consumer/Out/Superhero+Generated.swift" ] || fail 'a package generates nothing with the artifact bundle'
pass 'a package runs the artifact bundle as a binary target'

rm -rf "$consumer/Out"
(cd "$consumer" && swift build --product App) || fail 'a package with the plugin does not build with the released tool'
[ "$(cd "$consumer" && swift run --skip-build App)" = 1 ] || fail 'the program of a package does not run'
if ls -d "$consumer"/.build/debug/ModelCodegen*.build/*.o 2>/dev/null; then fail 'the package builds the tool'; fi
pass 'a package with the plugin builds with the released tool, and without building it'

echo "release: $passed passed, 0 failed"
