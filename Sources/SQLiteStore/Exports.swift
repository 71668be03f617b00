// Programs say how a store is migrated where they describe it.
@_exported public import StoreMigration
