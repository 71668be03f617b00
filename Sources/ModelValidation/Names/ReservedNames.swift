/// Names that mean something already where generated code stands.
enum ReservedNames {
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
