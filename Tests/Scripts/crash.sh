#!/bin/sh
# Kills a process that saves, a thousand times; loses power at every moment of a script of saves; lets every operation
# of the file system fail in turn; damages every bit. What a store promises has to hold each time.
set -eu
cd "$(dirname "$0")/../.."

MODELGEN_CRASH=full swift test --filter 'KillTests|PowerLossTests|FaultTests|JournalTests|StoreDamageTests' "$@"
