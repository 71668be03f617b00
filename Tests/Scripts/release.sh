#!/bin/sh
# Makes what is to be downloaded: the tool as one file that brings its libraries along, and an artifact bundle of it
# for packages that would rather not build it.
#
# Result, in .build-release-tool/artifacts: modelgen-VERSION-TRIPLE.tar.gz (the tool, its manual pages, completions and
# licences), modelgen.artifactbundle.zip, and checksums.txt.
set -eu
cd "$(dirname "$0")/../.."

scratch=$PWD/.build-release-tool
artifacts=$scratch/artifacts
tool=$(Tests/Scripts/release-build.sh)
rm -rf "$artifacts"
mkdir -p "$artifacts"

version=$("$tool" --version)
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)

# The archive for people: unpacked below /usr/local, everything is where a shell and man look for it.
folder=$scratch/modelgen-$version-$triple
rm -rf "$folder"
Tests/Scripts/install.sh "$tool" "$folder"
cp LICENSE NOTICE "$folder/share/doc/modelgen/"
tar -C "$scratch" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -c "$(basename "$folder")" |
    gzip -n9 >"$artifacts/modelgen-$version-$triple.tar.gz"

# The archive for Package.swift.
bundle=$scratch/modelgen.artifactbundle
rm -rf "$bundle"
mkdir -p "$bundle/$triple"
cp "$tool" "$bundle/$triple/modelgen"
cp LICENSE NOTICE "$bundle/"
# Under these names, the tool takes the arguments of Apple's compilers of models.
ln -s modelgen "$bundle/$triple/momc"
ln -s modelgen "$bundle/$triple/mapc"
# The plugin asks for the small program that it otherwise builds; the whole tool can do the same.
artifact() {
    echo '{
      "version": "'"$version"'",
      "type": "executable",
      "variants": [{"path": "'"$triple/$1"'", "supportedTriples": ["'"$triple"'"]}]
    }'
}
cat >"$bundle/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "modelgen": $(artifact modelgen),
    "modelgen-build-step": $(artifact modelgen),
    "momc": $(artifact momc),
    "mapc": $(artifact mapc)
  }
}
END
find "$bundle" -exec touch -h -d @0 {} +
(cd "$scratch" && zip -q -X -9 -y -r "$artifacts/modelgen.artifactbundle.zip" modelgen.artifactbundle)

(cd "$artifacts" && sha256sum -- * >checksums.txt)
ls -l "$tool" "$artifacts"
