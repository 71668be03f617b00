# What a target is told that has no model yet.

must_build
expect_log "warning: the target 'Empty' uses ModelGenPlugin but has no data model; add an .xcdatamodeld bundle"
expect "$(run Empty)" 'built'
pass 'a target without a model is told what to do, and builds'

if plugin_command check-models; then fail 'the check passes without a model'; fi
expect_log 'no target of this package has a data model; add an .xcdatamodeld bundle'
if plugin_command check-models --target Empty; then fail 'the check passes without a model'; fi
expect_log "the target 'Empty' has no data model; add an .xcdatamodeld bundle"
pass 'the commands say the same'
