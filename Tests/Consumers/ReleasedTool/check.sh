# The plugins run the tool of an artifact bundle instead of building it, if MODELGEN_TOOL says so.

swift build --package-path "$root" --scratch-path "$scratch" --product modelgen >"$log" 2>&1 || fail 'the tool does not build'
built=$(swift build --package-path "$root" --scratch-path "$scratch" --show-bin-path)/modelgen
# A tool that says that it runs, and then does what the other does.
released=$work/released
mkdir -p "$released"
cat >"$released/modelgen" <<END
#!/bin/sh
[ "\$1" = --version ] || echo 'The released tool runs.'
exec '$built' "\$@"
END
chmod +x "$released/modelgen"
"$root/Tests/Scripts/artifact-bundle.sh" "$released/modelgen" "$released/modelgen.artifactbundle"

export MODELGEN_TOOL="$released/modelgen.artifactbundle"
must_build
expect_log 'The released tool runs'
expect_generated Superheroes/App
expect_no_log 'modelgen-build-step'
expect "$(run App)" true
pass 'the plugins generate code and compile models with the tool of an artifact bundle'

plugin_command --allow-writing-to-package-directory generate-models || fail 'generate-models fails'
expect_log 'The released tool runs'
plugin_command check-models || fail 'check-models fails'
expect_log 'The released tool runs'
pass 'so do the commands'

export MODELGEN_TOOL="$released/missing.artifactbundle"
must_not_build
expect_log 'missing\.artifactbundle'
pass 'a bundle that is missing is an error of the build'

export MODELGEN_TOOL=source
# Code that is committed, too, is not the plugin's to generate.
rm -rf "$package/Sources/App/Generated"
must_build
expect_no_log 'The released tool runs'
unset MODELGEN_TOOL
pass 'with the value source, the plugins build the tool'
