#!/bin/sh
# Makes everything that a release has, from the tag of the commit that is checked out. Publishes nothing: it prints the command
# that does.
#
# Usage: release.sh [--check | --publish]
# With --check, only says whether this commit can be published. With --publish, runs that command, with the files that are
# there if they are of this tag.
#
# Result, in .build-release-tool/artifacts:
#   modelgen-VERSION-TRIPLE.tar.gz         the programs, their manual pages, completions and licences
#   modelgen.artifactbundle.zip            the tool for packages that would rather not build it
#   modelgen-VERSION-source.tar.gz         the sources, with the date of the release in CHANGELOG.md
#   modelgen-VERSION-documentation.tar.gz  the site
#   checksums.txt                          the SHA-256 of each
# and beside that folder, release-notes.md. The same tag and tool make the same files: their dates are that of the tag.
#
# MODELGEN_RELEASE_TOOL names a tool that is built already, with the programs of `modelgen store` and `modelgen studio` beside it.
set -eu
cd "$(dirname "$0")/../.."
export TZ=UTC LC_ALL=C

scratch=$PWD/.build-release-tool
artifacts=$scratch/artifacts
notes=$scratch/release-notes.md
made=$scratch/made
fail() {
    echo "release: $1" >&2
    exit 1
}

option=${1:-}
case "$option" in
'' | --check | --publish) ;;
*) fail "there is no option '$option'" ;;
esac

# What is released is one commit, and everything that names its version agrees.
[ -z "$(git status --porcelain)" ] || fail 'the work tree has changes; commit them, or take them away'
version=$(sed -n 's/.*static let current = "\(.*\)"$/\1/p' Sources/Compiler/ModelCompiler/ToolVersion.swift)
tag=$(git tag --points-at HEAD | grep -Ex '[0-9]+\.[0-9]+\.[0-9]+' || true)
case "$tag" in
'') fail "the commit has no tag; give it one: git tag --annotate $version --message 'modelgen $version'" ;;
*'
'*) fail "the commit has several tags of releases: $(echo "$tag" | tr '\n' ' ')" ;;
"$version") ;;
*) fail "the tag is $tag, and the version in ToolVersion.swift is $version" ;;
esac
date=$(git for-each-ref --format='%(creatordate:short)' "refs/tags/$tag")
seconds=$(git for-each-ref --format='%(creatordate:unix)' "refs/tags/$tag")
Tests/Scripts/changelog.sh check "$tag" "$date"
address=$(sed -n 's/.*static let repository = "\(.*\)"$/\1/p' Sources/Compiler/ModelCompiler/ToolVersion.swift)
if [ -n "$option" ]; then
    case "$address" in
    */OWNER/*) fail "the address of the project is still $address; CONTRIBUTING.md says how to replace it" ;;
    esac
fi
if [ "$option" = --check ]; then
    echo "release: $tag of $date can be published"
    exit 0
fi

# An archive whose bytes depend on nothing but its files and the tag.
archive() {
    tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mode=go+rX,go-w --mtime="@$seconds" -c "$1" |
        gzip -n9 >"$artifacts/$2"
}

make_artifacts() {
    tool=${MODELGEN_RELEASE_TOOL:-$(Tests/Scripts/release-build.sh CoreData)}
    [ "$("$tool" --version)" = "$tag" ] || fail "the tool says that it is $("$tool" --version)"
    triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)
    rm -rf "$artifacts" "$made"
    mkdir -p "$artifacts"

    # For people: unpacked below /usr/local, everything is where a shell and man look for it.
    folder=modelgen-$tag-$triple
    rm -rf "${scratch:?}/$folder"
    Tests/Scripts/install.sh "$tool" "$scratch/$folder"
    cp LICENSE NOTICE "$scratch/$folder/share/doc/modelgen/"
    archive "$folder" "$folder.tar.gz"

    # For Package.swift.
    Tests/Scripts/artifact-bundle.sh "$tool" "$scratch/modelgen.artifactbundle"
    find "$scratch/modelgen.artifactbundle" -exec touch -h -d "@$seconds" {} +
    (cd "$scratch" && find modelgen.artifactbundle | sort |
        zip -q -X -9 -y "$artifacts/modelgen.artifactbundle.zip" -@)

    # For those who build it themselves, without git.
    folder=modelgen-$tag-source
    rm -rf "${scratch:?}/$folder"
    git archive --prefix="$folder/" "$tag" | tar -C "$scratch" -x
    Tests/Scripts/changelog.sh date "$tag" "$date" >"$scratch/$folder/CHANGELOG.md"
    archive "$folder" "$folder.tar.gz"

    folder=modelgen-$tag-documentation
    rm -rf "${scratch:?}/$folder"
    Tests/Scripts/docs.sh "$(dirname "$tool")" >&2
    cp -R .build/documentation "$scratch/$folder"
    archive "$folder" "$folder.tar.gz"

    (cd "$artifacts" && sha256sum -- * >checksums.txt)
    {
        Tests/Scripts/changelog.sh notes "$tag"
        cat <<END

### The files

| File | Contents |
|---|---|
| \`modelgen-$tag-$triple.tar.gz\` | the tool, its manual pages, and completions; unpack it below \`/usr/local\` |
| \`modelgen.artifactbundle.zip\` | the tool for packages |
| \`modelgen-$tag-source.tar.gz\` | the sources |
| \`modelgen-$tag-documentation.tar.gz\` | the documentation as a site |
| \`checksums.txt\` | the SHA-256 of each |

For the plugins to run the tool instead of building it, on $triple:

\`\`\`sh
export MODELGEN_TOOL='$address/releases/download/$tag/modelgen.artifactbundle.zip#$(
            sed -n 's/ .*modelgen\.artifactbundle\.zip$//p' "$artifacts/checksums.txt"
        )'
\`\`\`
END
    } >"$notes"
    git rev-parse "refs/tags/$tag" >"$made"
}

if [ -z "$option" ] || [ "$(cat "$made" 2>/dev/null)" != "$(git rev-parse "refs/tags/$tag")" ]; then make_artifacts; fi
(cd "$artifacts" && sha256sum --quiet --check checksums.txt) || fail 'a file is not the one that was made; make them again'

ls -l "$artifacts"
set -- gh release create "$tag" --title "modelgen $tag" --notes-file "$notes" "$artifacts"/*
if [ "$option" = --publish ]; then
    "$@"
    echo "release: published $tag; what is left to commit: Tests/Scripts/changelog.sh date $tag $date"
else
    echo "release: made $tag of $date; what publishes it, as Tests/Scripts/release.sh --publish does:"
    printf " '%s'" "$@" | sed "s/^ //; s/'\([A-Za-z0-9_.\/-]*\)'/\1/g"
    echo
fi
