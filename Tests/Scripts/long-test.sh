#!/bin/bash
# Random sessions of several contexts at length, on four stores, in a release build: OPERATIONS of them (2,000,000), with seeds
# from MODELGEN_SEED on (1). A session that fails is printed with its seed and its shortest steps, and ends its store's run.
set -uo pipefail
cd "$(dirname "$0")/../.."

operations=${OPERATIONS:-2000000}
seed=${MODELGEN_SEED:-1}
stores=(memory asked sqlite postgresql)
# A session has 100 operations, and every fifth is repeated on a JSON file.
sessions=$((operations / ${#stores[@]} / 120))
flags=(--configuration release -Xswiftc -enable-testing)

swift build "${flags[@]}" --build-tests || exit 1
failed=0
for store in "${stores[@]}"; do
    echo "$store: $sessions sessions from seed $seed"
    if [ "$store" = memory ]; then unset MODELGEN_TEST_STORE; else export MODELGEN_TEST_STORE=$store; fi
    MODELGEN_RANDOM_SESSIONS=$sessions MODELGEN_RANDOM_SESSION_PROGRESS=1 MODELGEN_SEED=$seed \
        swift test "${flags[@]}" --skip-build --filter RandomMeetingTests || failed=1
    seed=$((seed + sessions))
done
exit $failed
