# Code that is written into the package by one command, and guarded by another.

contents=$package/Sources/Library/Library.xcdatamodeld/Library.xcdatamodel/contents
library=$package/Sources/Library/Generated
shop=$package/Sources/Shop/Code

if plugin_command check-models; then fail 'the check passes before anything was generated'; fi
expect_log '^\+.*class Book'
[ ! -e "$library" ] || fail 'the check has written something'
pass 'the check fails and shows what is missing, without asking for permission'

if plugin_command generate-models; then fail 'files are written without permission'; fi
expect_log 'allow-writing-to-package-directory'
[ ! -e "$library" ] || fail 'something was written without permission'
pass 'the package manager asks before anything is written'

plugin_command --allow-writing-to-package-directory generate-models --target Library || fail 'nothing is generated'
[ -f "$library/Book+Generated.swift" ] || fail 'the code is not where it should be'
[ ! -e "$shop" ] || fail 'a target that was not named has its code written'
plugin_command --allow-writing-to-package-directory generate-models || fail 'nothing is generated'
[ -f "$shop/Article+Generated.swift" ] || fail 'the code is not where modelgen.yml says'
plugin_command check-models || fail 'the check fails right after generating'
expect_no_log '^[-+]'
must_build
expect "$(run Library)" 'Emma'
pass 'the code of every target is written where it belongs, and builds'

edit 's/<attribute name="title"/<attribute name="pages" optional="YES" attributeType="Integer 32"\/><attribute name="title"/' \
    "$contents"
if plugin_command check-models; then fail 'the check does not see an edited model'; fi
expect_log '^\+.* var pages: '
expect_no_log 'Article'
plugin_command check-models --target Shop || fail 'the check of one target fails for another'
if plugin_command generate-models --check; then fail 'generate-models --check needs permission, as it always does'; fi
expect_log 'allow-writing-to-package-directory'
plugin_command --allow-writing-to-package-directory generate-models --verbose || fail 'nothing is generated'
expect_log 'written .*/Book\+Generated\.swift'
plugin_command check-models || fail 'the check fails right after generating'
pass 'the check fails when a model was edited, until its code is generated again'

edit 's/attributeType="String"/attributeType="Strin"/' "$contents"
if plugin_command check-models; then fail 'a model with an error passes the check'; fi
expect_log '/Library\.xcdatamodel/contents:[0-9]+:[0-9]+: error: '
pass 'an error in a model is shown with path, line and column'

if plugin_command check-models --output Elsewhere; then fail 'two targets go to one folder'; fi
expect_log 'add --target NAME'
plugin_command check-models --help || fail 'the help fails'
expect_log '^USAGE: swift package generate-models'
pass 'misuse is explained'
