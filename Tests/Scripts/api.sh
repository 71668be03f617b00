#!/bin/sh
# Lists changes of the libraries' public interface since the last release that break programs. Does nothing where there is
# no release yet.
#
# Usage: api.sh [TAG]
# A break that is meant is a line of Tests/Scripts/api-breakage.txt, in the words that this script prints.
set -eu
cd "$(dirname "$0")/../.."

release=${1:-$(git describe --tags --abbrev=0 --match '[0-9]*.[0-9]*.[0-9]*' 2>/dev/null || true)}
if [ -z "$release" ]; then
    echo 'api: skipped, since there is no tag of a release, such as 1.0.0, to compare with'
    exit 0
fi
echo "api: comparing with $release"
swift package diagnose-api-breaking-changes "$release" --breakage-allowlist-path Tests/Scripts/api-breakage.txt
