import ColumnEngine

/// The changes of one save, from a line of a journal.
struct StoredChanges {
    /// Some properties of an object, with their new values.
    struct Object {
        var format: EntityLayout
        var number: Int64
        var values: [(property: Int, value: Value)]
        var unknown = UnknownMembers()
        /// The offset in the line, for errors.
        var offset: Int
    }

    enum Value {
        case attribute(AttributeValue)
        /// With their position in the text.
        case destinations([Int64], offset: Int)
        /// For a to-many relationship that an update changes, with its position in the text.
        case changedDestinations(LinkChange, offset: Int)
    }

    struct Deletion {
        var format: EntityLayout
        var number: Int64
        var offset: Int
    }

    var inserted: [Object] = []
    var updated: [Object] = []
    var deleted: [Deletion] = []
    var lastNumbers: [String: Int64] = [:]
    /// The new metadata of the store; nil if it does not change.
    var metadata: [UInt8]?
}

extension StoreContents {
    /// Applies the parts of a save other than its changes of objects.
    mutating func note(_ changes: StoredChanges) {
        metadata = changes.metadata ?? metadata
        lastNumbers.merge(changes.lastNumbers, uniquingKeysWith: max)
        for object in changes.inserted {
            let root = object.format.rootName
            lastNumbers[root] = max(lastNumbers[root, default: 0], object.number)
        }
    }
}
