/// The versions of the objects that a commit has written, as far as the store has reported them.
package struct WrittenVersions: Sendable {
    /// For updated objects, and new ones with a version of their own.
    var versions: [ObjectReference: Int32] = [:]
    /// For all other new objects.
    var ofInserted: Int32?

    /// The version of an object; nil if the object must be read first.
    package func version(of reference: ObjectReference, isNew: Bool) -> Int32? {
        if versions.isEmpty { return isNew ? ofInserted : nil }
        return versions[reference] ?? (isNew ? ofInserted : nil)
    }
}
