/// The versions of the objects that a commit has written, as far as the store has said them.
package struct WrittenVersions: Sendable {
    /// Of updated objects, and of new ones with a version of their own.
    var versions: [ObjectReference: Int32] = [:]
    /// Of all other new objects.
    var ofInserted: Int32?
    /// Whether a commit has just been made; false for a reader of what others have committed.
    var isOfCommit = false
    /// Updated objects of which the store has not said a version that is greater than the one before.
    var unknown: Set<ObjectReference> = []

    /// Whether an object that was saved without anything being written of it has the version that it had.
    package func keepsVersion(of reference: ObjectReference) -> Bool { isOfCommit && !unknown.contains(reference) }

    /// The version of an object; nil for one that must be read to know it.
    package func version(of reference: ObjectReference, isNew: Bool) -> Int32? {
        if versions.isEmpty { return isNew ? ofInserted : nil }
        return versions[reference] ?? (isNew ? ofInserted : nil)
    }
}
