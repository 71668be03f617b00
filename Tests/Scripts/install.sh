#!/bin/sh
# Puts a built tool, the program behind `modelgen store` that lies beside it, the manual page and the completions below a
# folder such as /usr/local.
#
# Usage: install.sh TOOL PREFIX
set -eu

tool=$1
prefix=$2
store=$(dirname "$tool")/modelgen-store
if [ ! -x "$store" ]; then
    echo "install.sh: there is no $store, which 'modelgen store' runs; build it too" >&2
    exit 1
fi
bin=$prefix/bin
share=$prefix/share
mkdir -p "$bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d" "$share/doc/modelgen"

cp "$tool" "$bin/modelgen"
chmod 755 "$bin/modelgen"
cp "$store" "$bin/modelgen-store"
chmod 755 "$bin/modelgen-store"
"$tool" manual >"$share/man/man1/modelgen.1"
"$tool" --generate-completion-script bash >"$share/bash-completion/completions/modelgen"
"$tool" --generate-completion-script zsh >"$share/zsh/site-functions/_modelgen"
"$tool" --generate-completion-script fish >"$share/fish/vendor_completions.d/modelgen.fish"
