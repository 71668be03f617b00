#!/bin/sh
# Runs the tests in which tasks meet under ThreadSanitizer: contexts, stores, readers beside a writer, and threads
# that share the work on a large file.
set -eu
cd "$(dirname "$0")/../.."
TSAN_OPTIONS="suppressions=$PWD/Tests/Scripts/thread-sanitizer.txt"
export TSAN_OPTIONS
swift test --sanitize=thread --scratch-path .build/sanitize --filter \
    'ConcurrencyTests|ContainerTests|NotificationTests|WhatAnyStoreMust|SharedWorkTests|LargeResultTests|OrderedWorkTests'
