/// The properties and functions without arguments that managed objects have, here or in Core Data, and that no accessor
/// may declare anew. Those that only Core Data has are kept free, so that code can move between the two. A function with
/// arguments, such as `value(forKey:)`, leaves its first name free.
enum RuntimeMembers {
    static let names: Set<String> = [
        "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges",
        "hasPersistentChangedValues", "changedValues", "changedValuesForCurrentEvent", "awakeFromInsert",
        "awakeFromFetch", "willSave", "didSave", "prepareForDeletion", "willTurnIntoFault", "didTurnIntoFault",
        "validateForInsert", "validateForUpdate", "validateForDelete", "description", "debugDescription", "hashValue",
        "self", "Type",
    ]
}
