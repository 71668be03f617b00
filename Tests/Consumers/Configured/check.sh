# Options from configuration files, and what is rebuilt when they change.

generated() {
    cat "$scratch"/plugins/outputs/configured/"$1"/destination/ModelGenPlugin/"$1"/"$1"+Generated.swift
}
expect_class() {
    generated "$1" | grep -q "^nonisolated $2class " || fail "the class of $1 is not declared as '$2class'"
}

must_build
expect_no_warnings
expect_class App "open "
expect_class Own ''
pass 'the options of a configuration hold for the target that has it'

settle
edit 's/internal/public/' "$package/Sources/Own/modelgen.yml"
must_build
expect_generated 'Own/Own'
expect_class Own 'open '
expect_no_log 'Compiling App '
pass 'editing a configuration rebuilds its target, and no other'

printf 'generate:\n  access: internal\n' >"$package/modelgen.yml"
must_build
expect_class App ''
expect_class Own 'open '
edit 's/internal/public/' "$package/modelgen.yml"
must_build
expect_class App 'open '
must_build
expect_no_log 'Compiling (App|Own) '
pass 'a configuration beside Package.swift holds for the targets without one, from the moment it is there'

rm "$package/modelgen.yml"
edit '$s/$/ /' "$package/Package.swift"
must_build
settle
printf 'generate:\n  access: internal\n' >"$package/Sources/modelgen.yml"
must_build
expect_class App ''
rm "$package/Sources/modelgen.yml"
edit '$s/$/ /' "$package/Package.swift"
must_build
pass 'a configuration between the package and the target is noticed'

mkdir "$package/Templates"
cp "$root/Templates/header.stencil" "$package/Templates/"
printf 'generate:\n  templates: Templates\n' >"$package/modelgen.yml"
settle
edit 's/Do not edit/Never edit/' "$package/Templates/header.stencil"
must_build
expect_generated 'App/App'
generated App | grep -q 'Never edit' || fail 'the edited template is not used'
expect_no_log 'Compiling Own '
pass 'templates that a configuration has named since the build was planned are watched from then on'

cp "$root/Templates/constants.stencil" "$package/Templates/"
printf 'generate:\n  templates: Templates/header.stencil\n  custom-code: Sources/App\n' >"$package/modelgen.yml"
must_build
expect_log '/modelgen\.yml:3: note: .* generate-models'
[ "$(ls "$package/Sources/App")" = "$(printf 'App.swift\nApp.xcdatamodeld')" ] || fail 'a build has written into the sources'
edit '$s/$/ /' "$package/Package.swift"
settle
must_build
expect_generated ''
pass 'a build writes nothing into the sources, and a single template does not make it run each time'

printf 'generate:\n  acess: internal\n' >"$package/Sources/Own/modelgen.yml"
must_not_build
expect_log '/Own/modelgen\.yml:2:3: error: .*acess'
pass 'an error in a configuration is in the build log with path, line and column'
