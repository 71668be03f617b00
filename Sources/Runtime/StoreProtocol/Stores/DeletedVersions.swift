/// The versions of objects that a store has deleted since it was opened.
///
/// A save may restore a deleted object with its ID. Its version then continues, so that a context that has not seen the
/// deletion does not confuse the two.
package struct DeletedVersions: Sendable {
    private struct Greatest {
        var number: Int64 = 0
        var version = 0
    }

    /// By table.
    private var greatest: [String: Greatest] = [:]

    /// Creates an empty value.
    package init() {}

    /// Whether no deletion is known, so that every new object has the version 1.
    package var isEmpty: Bool { greatest.isEmpty }

    /// Notes a deletion.
    package mutating func insert(_ objectID: ObjectID, version: Int, table: String) {
        var known = greatest[table] ?? Greatest()
        known.number = max(known.number, objectID.number)
        known.version = max(known.version, version)
        greatest[table] = known
    }

    /// Returns the version of an inserted object: 1, unless it may have existed before.
    ///
    /// - Parameter table: The table of the object; nil if the store has none.
    package func initialVersion(of objectID: ObjectID, table: @autoclosure () -> String?) -> Int {
        if isEmpty { return 1 }
        guard let known = table().flatMap({ greatest[$0] }), objectID.number <= known.number else { return 1 }
        return known.version + 1
    }
}
