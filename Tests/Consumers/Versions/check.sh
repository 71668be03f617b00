# Adding versions and switching between them rebuilds what must be, and nothing else.

bundle=$package/Sources/Notes/Model/Notes.xcdatamodeld

must_build
expect_generated 'Notes/Notes Tags/Tags'
expect "$(run Notes)" 'title'
settle

add_version "$bundle" Notes 'Notes 2'
edit 's/name="title"/name="heading"/' "$bundle/Notes 2.xcdatamodel/contents"
must_build
expect_generated 'Notes/Notes'
expect_log 'Notes\.xcdatamodeld: warning: .*current'
expect "$(run Notes)" 'title'
pass 'a version that was added does not count before it is chosen'

choose_version "$bundle" 'Notes 2'
must_build
expect_generated 'Notes/Notes'
expect_no_log 'Compiling Tags '
expect "$(run Notes)" 'heading'
choose_version "$bundle" 'Notes'
must_build
expect_generated 'Notes/Notes'
expect "$(run Notes)" 'title'
choose_version "$bundle" 'Notes 2'
must_build
expect "$(run Notes)" 'heading'
pass 'choosing another version rebuilds the target, and no other'

edit 's/name="heading"/name="headline"/' "$bundle/Notes 2.xcdatamodel/contents"
must_build
expect_generated 'Notes/Notes'
expect "$(run Notes)" 'headline'
must_build
expect_generated ''
pass 'the version that was added is watched from then on'
