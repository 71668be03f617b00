/// The properties and functions without arguments that every managed object has, and that no accessor may declare
/// anew. A function with arguments, such as `value(forKey:)`, leaves its first name free.
enum RuntimeMembers {
    static let names: Set<String> = [
        "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges",
        "hasPersistentChangedValues", "changedValues", "changedValuesForCurrentEvent", "awakeFromInsert",
        "awakeFromFetch", "willSave", "didSave", "prepareForDeletion", "willTurnIntoFault", "didTurnIntoFault",
        "validateForInsert", "validateForUpdate", "validateForDelete", "description", "debugDescription", "hashValue",
        "self", "Type",
    ]
}
