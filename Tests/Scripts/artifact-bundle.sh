#!/bin/sh
# Makes an artifact bundle, as SwiftPM's binary targets take it, of a built tool.
#
# Usage: artifact-bundle.sh TOOL BUNDLE
set -eu
cd "$(dirname "$0")/../.."

tool=$1
bundle=$2
version=$("$tool" --version)
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)

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
