#!/bin/sh
# Reads the section of a release in CHANGELOG.md, the first one there. Before the release, its heading is
# `## [0.1.0] - Unreleased`; the date of a release is that of its tag.
#
# Usage: changelog.sh check VERSION DATE   fails where the first section is not of this release
#        changelog.sh notes VERSION        prints the section without its heading
#        changelog.sh date VERSION DATE    prints the whole file with the date in the heading
# CHANGELOG names another file.
set -eu
cd "$(dirname "$0")/../.."

file=${CHANGELOG:-CHANGELOG.md}
version=$2
fail() {
    echo "changelog: $1" >&2
    exit 1
}

heading=$(grep -m 1 '^## ' "$file") || fail "$file has no section"
case "$heading" in
"## [$version] - "*) ;;
*) fail "the first section is '$heading', and the release is $version" ;;
esac

# Without blank lines at both ends.
notes() {
    awk '/^## / { sections += 1; next } sections == 1' "$file" |
        awk 'NF { for (; blank > 0; blank--) print ""; print; begun = 1; next } begun { blank += 1 }'
}

case "$1" in
check)
    [ "$heading" = "## [$version] - Unreleased" ] || [ "$heading" = "## [$version] - $3" ] ||
        fail "'$heading' has another date than the tag, $3"
    notes | grep -q '^- ' || fail "the section of $version is empty"
    ;;
notes) notes ;;
date)
    awk -v heading="$heading" -v dated="## [$version] - $3" '$0 == heading && !done { $0 = dated; done = 1 } 1' "$file"
    ;;
*) fail "there is no command '$1'" ;;
esac
