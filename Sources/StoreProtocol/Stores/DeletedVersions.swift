/// What versions objects had that this store has deleted since it was opened.
///
/// A save may bring a deleted object back under its identity. Its version then goes on from what it was, so that a context that
/// has not seen the deletion does not take the one for the other.
package struct DeletedVersions: Sendable {
    private struct Greatest {
        var number: Int64 = 0
        var version = 0
    }

    /// By table.
    private var greatest: [String: Greatest] = [:]

    /// No deletion is known.
    package init() {}

    /// Whether no deletion is known, so that every new object has the version 1.
    package var isEmpty: Bool { greatest.isEmpty }

    /// Takes note of a deletion.
    package mutating func insert(_ objectID: ObjectID, version: Int, table: String) {
        var known = greatest[table] ?? Greatest()
        known.number = max(known.number, objectID.number)
        known.version = max(known.version, version)
        greatest[table] = known
    }

    /// The version of an object that is inserted: 1, unless it may have been here before.
    package func versionOfNew(_ objectID: ObjectID, table: String) -> Int {
        guard let known = greatest[table], objectID.number <= known.number else { return 1 }
        return known.version + 1
    }
}
