/// The members that every managed object has: properties, and methods without arguments. A property of a model cannot
/// be declared under such a name. A method with arguments, such as `value(forKey:)`, leaves its first name free.
package enum ManagedObjectMembers {
    /// Those of `ManagedObject`, and those that every Swift class has.
    ///
    /// A test compares the list with the sources of the runtime.
    package static let objectGraph: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "description", "didSave",
        "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues", "hashValue",
        "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "predicateValue",
        "prepareForDeletion", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
        "willTurnIntoFault",
    ]

    /// Those of `NSManagedObject`.
    ///
    /// Source: Apple's documentation of `NSManagedObject`.
    package static let managedObject: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "didSave",
        "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues", "isDeleted",
        "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "objectWillChange", "observationInfo",
        "prepareForDeletion", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
        "willTurnIntoFault",
    ]

    /// Those of `NSObject`, the superclass of `NSManagedObject`, of which Swift knows most as methods of a protocol.
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

    /// Names that no member of any type can have, even in backquotes, or that would mean something else there.
    package static let language: Set<String> = ["Protocol", "Type", "self"]

    /// What generated code for this package's runtime keeps free: the runtime's own members, and those that only
    /// `NSManagedObject` has, so that code can move between the two.
    package static let reservedForObjectGraph = objectGraph.union(managedObject).union(language)
        .union(["debugDescription"])

    /// What generated code for Core Data keeps free.
    package static let reservedForCoreData = managedObject.union(object).union(language)

    /// Every name that one runtime or the other has taken.
    package static let all = reservedForObjectGraph.union(reservedForCoreData).subtracting(["Protocol", "Type"])
        .union(["entityName", "fetchRequest"])
}

/// The members of the runtime's model, inside an extension of which generated code names every class.
package enum ManagedObjectModelMembers {
    /// Methods with arguments are among them, since an expression finds a method by its first name.
    ///
    /// A test compares the list with the sources of the runtime.
    package static let names: Set<String> = [
        "entities", "entitiesByName", "entityVersionHashesByName", "fetchRequestFromTemplate", "fetchRequestTemplate",
        "hashValue", "name", "nameKeyPaths", "propertyName", "registering", "schema",
        "settingValidationPredicates",
    ]
}
