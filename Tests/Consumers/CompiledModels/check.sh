# Compiled models and mapping models lie in the bundle of the target, and are compiled again when they change.

bundle=$package/Sources/App/Shop.xcdatamodeld

must_build
expect_no_warnings
expect "$(run App)" 'Order Order ["note", "number", "paid"]
true
["note: none", "number: 7", "paid: none"]'
resources=$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)/CompiledModels_App.resources
grep -q 'App\.Order' "$resources/Shop.momd/Shop.mom" || fail 'the class is not in the module of the target'
pass 'a program finds its compiled model in its bundle, and a store follows the mapping model there'

settle
must_build
expect_no_log 'Compiling Shop'
pass 'a build without changes compiles no model'

edit 's/name="note"/name="remark"/' "$bundle/Shop 2.xcdatamodel/contents"
must_build
expect "$(run App)" 'Order Order ["number", "paid", "remark"]
true
["number: 7", "paid: none", "remark: none"]'
pass 'a changed model is compiled again'

add_version "$bundle" 'Shop 2' 'Shop 3'
edit 's/name="remark"/name="text"/' "$bundle/Shop 3.xcdatamodel/contents"
choose_version "$bundle" 'Shop 3'
must_build
expect "$(run App)" 'Order Order ["number", "paid", "text"]
true
["number: 7", "paid: none", "text: none"]'
pass 'a version that was added and chosen is the one of the program'

edit 's/attributeType="String"/attributeType="UUID" defaultValueString="0"/' "$bundle/Shop 3.xcdatamodel/contents"
must_not_build
expect_log 'Shop 3\.xcdatamodel/contents:[0-9]+:[0-9]+: error: .*compilation-impossible'
pass 'a model that cannot be compiled is an error of the build, with its place'

edit 's/attributeType="UUID" defaultValueString="0"/attributeType="String"/' "$bundle/Shop 3.xcdatamodel/contents"
settle
echo 'rulez: {}' >"$package/modelgen.yml"
must_not_build
expect_log "modelgen\\.yml:1:1: error: unknown key 'rulez'"
echo 'rules: {}' >"$package/modelgen.yml"
must_build
pass 'a configuration that is added or changed is read by the next build'
