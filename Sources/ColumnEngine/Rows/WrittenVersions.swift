/// The versions of the objects that a commit has written, as far as the store has said them.
package struct WrittenVersions: Sendable {
    /// Of updated objects, and of new ones with a version of their own.
    var versions: [ObjectReference: Int32] = [:]
    /// Of all other new objects.
    var ofInserted: Int32?

    /// The version of an object; nil for one that must be read to know it.
    package func version(of reference: ObjectReference, isNew: Bool) -> Int32? {
        if versions.isEmpty { return isNew ? ofInserted : nil }
        return versions[reference] ?? (isNew ? ofInserted : nil)
    }
}
