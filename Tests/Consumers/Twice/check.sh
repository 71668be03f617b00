# A target with both: the plugin, and code that was committed.

plugin_command --allow-writing-to-package-directory generate-models || fail 'nothing is generated'
must_not_build
expect_log '/App/Generated/[A-Za-z]*\+[A-Za-z]*\.swift:1: error: this file was generated from .App\.xcdatamodeld., and '
expect_no_log 'redeclaration'
rm -r "$package/Sources/App/Generated"
must_build
pass 'code that would be there twice is an error that says what to do'
