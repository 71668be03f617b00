import SwiftNames

/// Names that already have a meaning in generated code.
enum ReservedNames {
    /// The types that generated code uses without a module, so a class with such a name would hide them.
    static let typesInGeneratedCode: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Codable", "CaseIterable", "Character", "Data", "Date", "Decimal",
        "Dictionary", "Double", "Error", "FetchRequest", "FetchedResultsController", "Float", "Foundation", "Hashable",
        "IndexSet", "Int", "Int16", "Int32", "Int64", "ManagedObject", "ManagedObjectContext", "ManagedObjectID",
        "NSDecimalNumber", "NSFetchRequest", "NSIndexSet", "NSManagedObjectContext", "NSManagedObjectID", "NSNumber",
        "NSObject", "NSOrderedSet", "NSSet", "Never", "ObjectGraph", "ObjectID", "Optional", "OrderedToMany",
        "PersistentContainer", "PersistentStore", "RawRepresentable", "Result", "Sendable", "Set", "String", "Swift",
        "ToMany", "ToOne", "URL", "UUID", "Void",
    ]

    /// The types inside of generated types. There, no such name means a type of the module.
    static let typesInGeneratedTypes = ManagedObjectMembers.types.union(CodableStructMembers.types)
}
