// Programs specify a store's migration in its description.
@_exported public import StoreMigration
