# Models wherever a target can have them.

must_build
expect_no_warnings
expect_generated 'One/App Three/App Two/App fourFive/App'
expect "$(run App)" 'One Two Three Four'
pass 'a target has its models from everywhere in its folder'

settle
edit 's/title/heading/' "$package/Sources/App/Hidden/Two.xcdatamodeld/Two.xcdatamodel/contents"
must_build
expect_generated 'Two/App'
edit 's/title/heading/' "$package/Shared/Three.xcdatamodeld/Three.xcdatamodel/contents"
must_build
expect_generated 'Three/App'
pass 'only the model that was edited is generated, be it excluded or behind a link'

mkdir -p "$package/Sources/App/Late"
cp -R "$package/Sources/App/Models/One.xcdatamodeld" "$package/Sources/App/Late/"
must_not_build
expect_log 'the models .*One\.xcdatamodeld. and .*One\.xcdatamodeld. would both become One\+Generated\.swift; rename one'
pass 'two models of one name are an error'
