/// What the files of a store type of this module contain.
enum StoreFormat {
    case sqlite, json, memory

    /// The format of a type; nil for a type that a program registers, or that does not exist.
    init?(ofType type: String) {
        switch type {
        case NSSQLiteStoreType: self = .sqlite
        case NSJSONStoreType, NSBinaryStoreType: self = .json
        case NSInMemoryStoreType: self = .memory
        default: return nil
        }
    }

    /// The names of this module's types.
    static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSInMemoryStoreType, NSJSONStoreType]
}
