/// The members of every managed object: properties, and methods without arguments. A property of a model cannot have
/// such a name, but it can have the first name of a method with arguments, such as `value(forKey:)`.
package enum ManagedObjectMembers {
    /// The members of `ManagedObject` and of every Swift class.
    ///
    /// A test compares the list with the sources of the runtime.
    package static let objectGraph: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "description", "didSave",
        "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues", "hashValue",
        "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "predicateValue",
        "prepareForDeletion", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
        "willTurnIntoFault",
    ]

    /// The members of `NSManagedObject`.
    ///
    /// Source: Apple's documentation of `NSManagedObject`.
    package static let managedObject: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "didSave",
        "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues", "isDeleted",
        "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "objectWillChange", "observationInfo",
        "prepareForDeletion", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
        "willTurnIntoFault",
    ]

    /// The members of `NSObject`, the superclass of `NSManagedObject`. In Swift, most are methods of a protocol.
    ///
    /// Source: Apple's documentation of `NSPropertyDescription.name`: “a property name cannot be the same as any
    /// no-parameter method name of NSObject or NSManagedObject”.
    package static let object: Set<String> = [
        "allPropertyKeys", "attributeKeys", "autoContentAccessingProxy", "autorelease", "class", "classCode",
        "classDescription", "classForArchiver", "classForCoder", "classForKeyedArchiver", "className", "copy",
        "dealloc", "debugDescription", "description", "exposedBindings", "finalize", "hash", "hashValue", "init",
        "isProxy", "mutableCopy", "objectSpecifier", "release", "retain", "retainCount", "scriptingProperties", "self",
        "superclass", "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
    ]

    /// The names that no member can have, even in backquotes, or that would have a different meaning.
    package static let language: Set<String> = ["Protocol", "Type", "self"]

    /// The types that every class has in each style, from its conformance to `Identifiable`. Inside of a class, such a
    /// name never means a type of the module.
    package static let types: Set<String> = ["ID"]

    /// The names that generated code for this package's runtime does not use: the runtime's members, and those of
    /// `NSManagedObject`, so that code can move between the two.
    package static let reservedForObjectGraph = objectGraph.union(managedObject).union(language)
        .union(["debugDescription"])

    /// The names that generated code for Core Data does not use.
    package static let reservedForCoreData = managedObject.union(object).union(language)

    /// The names that are reserved in either runtime.
    package static let all = reservedForObjectGraph.union(reservedForCoreData).subtracting(["Protocol", "Type"])
        .union(["fetchRequest"])
}

/// The members of the runtime's model. Generated code refers to every class in an extension of it.
package enum ManagedObjectModelMembers {
    /// The names, including those of methods with arguments, which expressions find by their first name.
    ///
    /// A test compares the list with the sources of the runtime.
    package static let names: Set<String> = [
        "entities", "entitiesByName", "entityVersionHashesByName", "fetchRequestFromTemplate", "fetchRequestTemplate",
        "hashValue", "name", "nameKeyPaths", "propertyName", "registering", "schema",
        "settingValidationPredicates",
    ]
}

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

/// The members that Swift adds to the structs of generated code, which are `Codable`.
package enum CodableStructMembers {
    /// The types. Inside of a struct, such a name never means a type of the module.
    package static let types: Set<String> = ["CodingKeys"]
}
