#!/bin/sh
# Puts a built tool, the programs behind `modelgen store` and `modelgen studio` that lie beside it, links to it under the
# names of Apple's compilers, the manual pages and the completions below a folder such as /usr/local.
#
# Usage: install.sh TOOL PREFIX
set -eu

tool=$1
prefix=$2
folder=$(dirname "$tool")
for command in store studio; do
    if [ ! -x "$folder/modelgen-$command" ]; then
        echo "install.sh: there is no $folder/modelgen-$command, which 'modelgen $command' runs; build it too" >&2
        exit 1
    fi
done
bin=$prefix/bin
share=$prefix/share
mkdir -p "$bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d" "$share/doc/modelgen"

cp "$tool" "$bin/modelgen"
chmod 755 "$bin/modelgen"
for command in store studio; do
    cp "$folder/modelgen-$command" "$bin/modelgen-$command"
    chmod 755 "$bin/modelgen-$command"
done
# Under these names, the tool takes the arguments of Apple's compilers of models. A program of that name stays.
for compiler in momc mapc; do
    if [ -L "$bin/$compiler" ] && [ "$(readlink "$bin/$compiler")" = modelgen ]; then continue; fi
    if [ -L "$bin/$compiler" ] || [ -e "$bin/$compiler" ]; then
        echo "install: kept $bin/$compiler, which is another program" >&2
    else
        ln -s modelgen "$bin/$compiler"
    fi
done
# Pages of commands that no longer exist go; those of other programs stay.
for page in "$share/man/man1"/modelgen-*.1; do
    if [ -f "$page" ] && head -n 1 "$page" | grep -q '"modelgen [^"]*" "User Commands"$'; then rm "$page"; fi
done
"$tool" manual --folder "$share/man/man1"
"$tool" --generate-completion-script bash >"$share/bash-completion/completions/modelgen"
"$tool" --generate-completion-script zsh >"$share/zsh/site-functions/_modelgen"
"$tool" --generate-completion-script fish >"$share/fish/vendor_completions.d/modelgen.fish"
