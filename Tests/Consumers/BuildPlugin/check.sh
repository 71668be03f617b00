# A model in the target's folder, and one that a modelgen.yml names: the plugin's two ways.

contents=$package/Sources/Shop/Shop.xcdatamodeld/Shop.xcdatamodel/contents
store=$work/Shop.json
rm -f "$store" "$store.lock"

must_build
expect_no_warnings
pass 'a package with two models builds without a warning'

expect "$(run Shop "$store")" 'saved Ada'
expect "$(run Shop "$store")" 'found Ada with an order of 12.5, paid, by web'
expect "$(run Heroes)" 'a hero of dc, stored as 1'
pass 'its programs run, and find after a restart what they have saved'

settle
must_build
expect_generated ''
expect_no_log 'Compiling (Shop|Heroes) '
pass 'nothing is generated or compiled again when nothing has changed'

edit 's/draft, sent, paid/draft, sent, settled/' "$contents"
must_not_build
expect_log "has no member 'paid'"
expect_generated 'Shop/Shop'
expect_no_log 'Compiling Heroes '
pass 'editing a model rebuilds its target, and that target only'

edit 's/destinationEntity="Customer"/destinationEntity="Custommer"/' "$contents"
must_not_build
expect_log '/Shop\.xcdatamodel/contents:[0-9]+:[0-9]+: error: .*Custommer'
pass 'an error in a model is in the build log with path, line and column'

edit 's/destinationEntity="Custommer"/destinationEntity="Customer"/' "$contents"
edit 's/settled/paid/' "$contents"
edit 's/<attribute name="name"/<attribute name="default" optional="YES" attributeType="String"\/><attribute name="name"/' \
    "$contents"
edit 's/ inverseName="customer" inverseEntity="Order"//' "$contents"
edit 's/ inverseName="orders" inverseEntity="Customer"//' "$contents"
must_build
expect_log '/Shop\.xcdatamodel/contents:[0-9]+:[0-9]+: warning: .*no inverse'
pass 'a warning about a model is in the build log with path, line and column, and stops nothing'
