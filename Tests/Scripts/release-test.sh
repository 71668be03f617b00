#!/bin/sh
# Makes a release of the commit that is checked out, as a dry run: in a clone with a tag of its own. Then tries every file of the
# release in a minimal Debian: first in one that has neither Swift nor a library, then in one that has Swift, and no headers.
#
# Usage: release-test.sh [FOLDER]
# With a folder, such as .build-release-tool, tries the release that release.sh has made there.
# Needs root, debootstrap, and some time. MODELGEN_RELEASE_TOOL is that of release.sh, MODELGEN_SHOWN that of debian.sh.
set -eu
cd "$(dirname "$0")/../.."

root=$PWD
scratch=$root/.build-release-tool
clone=$scratch/dry-run
passed=0
fail() {
    echo "release: $1" >&2
    exit 1
}
pass() {
    passed=$((passed + 1))
    echo "release: $1"
}
. Tests/Scripts/debian.sh

# What release.sh says where it must not make a release.
must_refuse() {
    if (cd "$clone" && Tests/Scripts/release.sh "${2:-}" >"$scratch/log" 2>&1); then fail "a release is made: $1"; fi
    grep -q "$1" "$scratch/log" || fail "expected '$1', got '$(cat "$scratch/log")'"
}

# A clone that stays, so that a second run builds only what has changed.
dry_run() {
    mkdir -p "$scratch"
    if [ -d "$clone/.git" ]; then
        git -C "$clone" fetch -q --no-tags "$root" HEAD
        git -C "$clone" checkout -q --force --detach FETCH_HEAD
        git -C "$clone" clean -fdq
    else
        git clone -q --no-tags . "$clone"
    fi
    git -C "$clone" tag --list | xargs -r git -C "$clone" tag --delete >/dev/null
    [ -z "$(git status --porcelain)" ] || echo 'release: the dry run leaves out what is not committed'

    version=$(sed -n 's/.*static let current = "\(.*\)"$/\1/p' Sources/Compiler/ModelCompiler/ToolVersion.swift)
    tag() {
        GIT_COMMITTER_DATE='2001-02-03T04:05:06Z' git -C "$clone" -c user.name=A -c user.email=a@example.com \
            tag --annotate "$1" --message "$1"
    }
    must_refuse 'the commit has no tag'
    tag 999.0.0
    must_refuse 'the tag is 999.0.0'
    git -C "$clone" tag --delete 999.0.0 >/dev/null
    tag "$version"
    touch "$clone/file"
    must_refuse 'the work tree has changes'
    rm "$clone/file"
    case "$(sed -n 's/.*static let repository = "\(.*\)"$/\1/p' Sources/Compiler/ModelCompiler/ToolVersion.swift)" in
    */OWNER/*) must_refuse 'the address of the project is still' --publish ;;
    esac
    pass 'a release without a tag, with another one, or with changes is refused'

    (cd "$clone" && Tests/Scripts/release.sh)
    grep -q -- '- 2001-02-03$' "$clone/.build-release-tool/modelgen-$version-source/CHANGELOG.md" ||
        fail 'the date is not that of the tag'
    [ -z "$(git -C "$clone" status --porcelain)" ] || fail 'making a release changes the work tree'
}

if [ $# -gt 0 ]; then
    release=$(cd "$1" && pwd)
else
    dry_run
    release=$clone/.build-release-tool
fi
artifacts=$release/artifacts
version=$(basename "$artifacts"/modelgen-*-source.tar.gz -source.tar.gz)
version=${version#modelgen-}
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)

# Every file of a release is tried below.
expected="checksums.txt modelgen-$version-documentation.tar.gz modelgen-$version-source.tar.gz
modelgen-$version-$triple.tar.gz modelgen.artifactbundle.zip"
# shellcheck disable=SC2086
[ "$(ls "$artifacts")" = "$(printf '%s\n' $expected | LC_ALL=C sort)" ] || fail "the files are $(ls "$artifacts")"

enter "$scratch/debian"
if inside sh -c 'command -v swift || ls /usr/lib/*/libxml2.so*' 2>/dev/null; then fail 'the system is not minimal'; fi
rm -rf "${system:?}/usr/local" "$system/data"
mkdir -p "$system/usr/local" "$system/data/site"
cp "$artifacts"/* "$release/release-notes.md" "$system/data"
cp -R Models/Superheroes.xcdatamodeld Models/Broken/UnknownDestination.xcdatamodeld "$system/data"

inside sh -c 'cd /data && sha256sum --quiet --check checksums.txt' || fail 'a checksum is wrong'
[ "checksums.txt $(cut -c 67- "$artifacts/checksums.txt" | tr '\n' ' ')" = "$(ls "$artifacts" | tr '\n' ' ')" ] ||
    fail 'a file has no checksum'
pass 'checksums.txt has the checksum of every file'

inside tar -C /usr/local --strip-components=1 -xzf "/data/modelgen-$version-$triple.tar.gz"
[ "$(inside modelgen --version)" = "$version" ] || fail 'the tool has another version'
inside modelgen validate /data/Superheroes.xcdatamodeld || fail 'a good model does not pass'
if inside modelgen validate /data/UnknownDestination.xcdatamodeld 2>"$system/data/log"; then fail 'a bad model passes'; fi
grep -q 'contents:[0-9]*:[0-9]*: error: ' "$system/data/log" || fail 'the error has no place'
inside modelgen generate /data/Superheroes.xcdatamodeld --output /data/Generated || fail 'nothing is generated'
inside modelgen generate /data/Superheroes.xcdatamodeld --output /data/Generated --check || fail 'it is not up to date'
[ -f "$system/data/Generated/Superhero+Generated.swift" ] || fail 'a file is missing'
inside momc /data/Superheroes.xcdatamodeld /data/Superheroes.momd || fail 'momc does not compile a model'
pass 'the tool runs on a system without Swift and libxml2'

for page in modelgen modelgen-generate modelgen-edit-add-attribute modelgen-store-query; do
    [ -f "$system/usr/local/share/man/man1/$page.1" ] || fail "there is no manual page $page"
done
[ -f "$system/usr/local/share/doc/modelgen/LICENSE" ] || fail 'there is no licence'
inside bash -c '. /usr/local/share/bash-completion/completions/modelgen && complete -p modelgen' >/dev/null ||
    fail 'bash does not take the completions'
pass 'its manual pages, licences and completions are in their places'

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

# The notes say what the changelog says, and name the bundle by its checksum.
bundle=$(inside sha256sum /data/modelgen.artifactbundle.zip | cut -d ' ' -f 1)
grep -q "/releases/download/$version/modelgen\.artifactbundle\.zip#$bundle'\$" "$system/data/release-notes.md" ||
    fail 'the notes do not name the bundle'
for file in $expected; do
    grep -q "^| \`$file\` |" "$system/data/release-notes.md" || fail "the notes do not name $file"
done
inside tar -C /data -xzf "/data/modelgen-$version-source.tar.gz"
changes=$system/data/modelgen-$version-source/CHANGELOG.md
grep -m 1 '^## ' "$changes" | grep -Eq "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" || fail 'the changelog has no date'
CHANGELOG=$changes Tests/Scripts/changelog.sh notes "$version" >"$scratch/log"
head -n "$(wc -l <"$scratch/log")" "$system/data/release-notes.md" | cmp -s - "$scratch/log" ||
    fail 'the notes are not those of the changelog'
pass 'the notes have the changes, every file, and the checksum of the bundle'

inside tar -C /data/site --strip-components=1 -xzf "/data/modelgen-$version-documentation.tar.gz"
for page in modelgen objectgraph jsonstore sqlitestore postgresqlstore coredata modelcompiler; do
    for file in "documentation/$page/index.html" "data/documentation/$page.json"; do
        [ -f "$system/data/site/$file" ] || fail "the site has no $file"
    done
done
[ -f "$system/data/site/index.html" ] || fail 'the site has no beginning'
pass 'the site has the pages of every module'

# The programs of stores need SQLite and libpq, which Debian has.
install_inside libsqlite3-0 libpq5
inside modelgen store create /data/Heroes.json --model /data/Superheroes.xcdatamodeld >/dev/null || fail 'no store is created'
inside modelgen store convert /data/Heroes.json /data/Heroes.sqlite --model /data/Superheroes.xcdatamodeld >/dev/null ||
    fail 'a store is not converted'
inside modelgen store check /data/Heroes.sqlite >/dev/null || fail 'a store is not checked'
inside modelgen studio --help >/dev/null || fail 'modelgen studio does not run'
# The next run begins without them.
inside apt-get purge -y -qq --autoremove libsqlite3-0 libpq5 >/dev/null
pass 'with the libraries of databases, the tool creates, converts, and checks stores'
leave

enter "$scratch/debian-with-swift" "$toolchain"
# shellcheck disable=SC2086
install_inside $swift_needs
rm -rf "$system/root/release"
mkdir -p "$system/root/release/modelgen"
cp "$artifacts"/*-source.tar.gz "$artifacts/modelgen.artifactbundle.zip" "$system/root/release"
inside tar -C /root/release/modelgen --strip-components=1 -xzf "/root/release/modelgen-$version-source.tar.gz"
inside swift package --package-path /root/release/modelgen describe >"$scratch/log" 2>&1 ||
    fail 'the package manager does not take the sources'
grep -q '^Name: modelgen$' "$scratch/log" || fail 'the sources are no package modelgen'
pass 'the package manager takes the source archive'

# A package that uses the sources of the release, and its tool in two ways: as its own binary target, and as MODELGEN_TOOL says.
consumer=$system/root/release/modelgen/Tests/ReleaseConsumer
cp "$artifacts/modelgen.artifactbundle.zip" "$consumer/"
cp -RL Plugins/ModelGenPlugin "$consumer/Plugins/"
for program in App Heroes; do cp -R Models/Superheroes.xcdatamodeld "$consumer/Sources/$program/"; done
in_consumer() {
    inside env MODELGEN_TOOL=/root/release/modelgen.artifactbundle.zip \
        sh -c 'cd /root/release/modelgen/Tests/ReleaseConsumer && "$@"' consumer "$@"
}
in_consumer swift package --allow-writing-to-package-directory \
    generate Sources/App/Superheroes.xcdatamodeld --output Out || fail 'a package cannot run the artifact bundle'
[ -f "$consumer/Out/Superhero+Generated.swift" ] || fail 'a package generates nothing with the artifact bundle'
rm -rf "$consumer/Out"
pass 'a package runs the artifact bundle as a binary target'

in_consumer swift build || fail 'a package with the plugin does not build with the released tool'
for program in App Heroes; do
    [ "$(in_consumer swift run --skip-build "$program")" = 1 ] || fail "the program $program of a package does not run"
done
if ls -d "$consumer"/.build/debug/ModelCodegen*.build/*.o 2>/dev/null; then fail 'the package builds the tool'; fi
pass 'packages with either plugin build with the released tool, without building it and without the headers of libxml2'

echo "release: $passed passed, 0 failed"
