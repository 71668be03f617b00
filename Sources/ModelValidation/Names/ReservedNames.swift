/// Names that mean something already where generated code stands.
enum ReservedNames {
    /// Properties, and methods without arguments, of `NSManagedObject` and `NSObject`, and so of our runtime's objects.
    ///
    /// Source: Apple's documentation of `NSManagedObject`, and of `NSPropertyDescription.name`: “a property name cannot
    /// be the same as any no-parameter method name of NSObject or NSManagedObject”.
    static let managedObjectMembers: Set<String> = [
        "allPropertyKeys", "attributeKeys", "autoContentAccessingProxy", "autorelease", "awakeFromFetch",
        "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "class", "classCode", "classDescription",
        "classForArchiver", "classForCoder", "classForKeyedArchiver", "className", "copy", "dealloc",
        "debugDescription", "description", "didSave", "didTurnIntoFault", "entity", "entityName", "exposedBindings",
        "fetchRequest", "faultingState", "finalize", "hasChanges", "hasPersistentChangedValues", "hash", "hashValue",
        "init", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "managedObjectContext", "mutableCopy",
        "objectID", "observationInfo", "objectSpecifier", "objectWillChange", "prepareForDeletion", "release",
        "retain", "retainCount", "scriptingProperties", "self", "superclass", "toManyRelationshipKeys",
        "toOneRelationshipKeys", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
        "willTurnIntoFault", "zone",
    ]

    /// Types that generated code names without a module: a class of that name in the user's module would be found in
    /// their place.
    static let typesInGeneratedCode: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Codable", "CaseIterable", "Character", "Data", "Date", "Decimal",
        "Dictionary", "Double", "Error", "FetchRequest", "FetchedResultsController", "Float", "Foundation", "Hashable",
        "IndexSet", "Int", "Int16", "Int32", "Int64", "ManagedObject", "ManagedObjectContext", "ManagedObjectID",
        "NSDecimalNumber", "NSFetchRequest", "NSIndexSet", "NSManagedObjectContext", "NSManagedObjectID", "NSNumber",
        "NSObject", "NSOrderedSet", "NSSet", "Never", "ObjectGraph", "ObjectID", "Optional", "OrderedToMany",
        "PersistentContainer", "PersistentStore", "RawRepresentable", "Result", "Sendable", "Set", "String", "Swift",
        "ToMany", "ToOne", "URL", "UUID", "Void",
    ]
}
