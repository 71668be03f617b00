#!/bin/sh
# Puts a built tool, its manual page and its completions below a folder such as /usr/local.
#
# Usage: install.sh TOOL PREFIX
set -eu

tool=$1
prefix=$2
bin=$prefix/bin
share=$prefix/share
mkdir -p "$bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d" "$share/doc/modelgen"

cp "$tool" "$bin/modelgen"
chmod 755 "$bin/modelgen"
# The program behind `modelgen store`, where it was built too.
if [ -x "$(dirname "$tool")/modelgen-store" ]; then
    cp "$(dirname "$tool")/modelgen-store" "$bin/modelgen-store"
    chmod 755 "$bin/modelgen-store"
fi
"$tool" manual >"$share/man/man1/modelgen.1"
"$tool" --generate-completion-script bash >"$share/bash-completion/completions/modelgen"
"$tool" --generate-completion-script zsh >"$share/zsh/site-functions/_modelgen"
"$tool" --generate-completion-script fish >"$share/fish/vendor_completions.d/modelgen.fish"
