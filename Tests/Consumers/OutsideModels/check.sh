# Models outside the targets' folders. The package manager keeps its plan while those folders stay as they are, so what
# changes out there must be noticed in another way.

bundle=$package/Models/Library.xcdatamodeld
configuration=$package/Sources/Library/modelgen.yml

must_build
expect_no_warnings
expect_generated 'Library/Library Plain/Other'
settle
must_build
expect_generated ''
expect_no_log 'Planning build'
pass 'models that lie elsewhere are generated once'

add_version "$bundle" Library 'Library 2'
choose_version "$bundle" 'Library 2'
must_build
expect_generated 'Library/Library'
edit 's/title/heading/' "$bundle/Library 2.xcdatamodel/contents"
must_build
expect_generated 'Library/Library'
expect_log 'Compiling Library '
expect_no_log 'Compiling Other '
pass 'a version that was added is watched from then on'

echo '  - path: ../../Models/Late.xcdatamodeld' >>"$configuration"
must_build
expect_log '/Library/modelgen\.yml: note: .* the next build '
must_build
expect_generated 'Late/Library Library/Library'
echo 'let lateModel = ManagedObjectModel.late' >>"$package/Sources/Library/Library.swift"
must_build
settle
must_build
expect_generated ''
pass 'a model that is named later is found'

echo '  - ../../Models/Nowhere.xcdatamodeld' >>"$configuration"
build || true
must_not_build
expect_log '/Library/modelgen\.yml:[0-9]+: error: there is no model at .*Nowhere'
pass 'a model that is not there is an error at its line'
