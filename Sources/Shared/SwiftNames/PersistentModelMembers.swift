/// The members of every class with SwiftData's `@Model`.
package enum PersistentModelMembers {
    /// The names that no property of a class can have: members of the protocol `PersistentModel`, and members that the
    /// macros declare.
    ///
    /// Source: Apple's documentation of `PersistentModel`, `Model()`, and `Observable()`. The macro refuses a property
    /// with the name `description`.
    package static let reserved = ManagedObjectMembers.language.union([
        "access", "backingData", "createBackingData", "description", "hasChanges", "hashValue", "isDeleted",
        "modelContext", "persistentBackingData", "persistentModelID", "schemaMetadata", "withMutation",
    ])
}
