package import ModelExpressions
import Synchronization

/// The ID of an object that was new when a predicate was made with it. After the save, it is the permanent ID, so that
/// the predicate still means the object.
///
/// It can be read anywhere, unlike the object. Only the object's context changes it.
@usableFromInline
package final class TrackedIdentity: Sendable {
    private let present: Mutex<ObjectID>

    /// - Parameter objectID: The ID that the object has now.
    package init(_ objectID: ObjectID) { present = Mutex(objectID) }

    /// The ID that the object has now.
    @usableFromInline
    package var objectID: ObjectID { present.withLock { $0 } }

    /// Notes that the object has another ID.
    package func update(to objectID: ObjectID) { present.withLock { $0 = objectID } }
}

// By instance, because the ID changes. A context makes one for an object.
extension TrackedIdentity: Hashable {
    @usableFromInline
    package static func == (left: TrackedIdentity, right: TrackedIdentity) -> Bool { left === right }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TrackedIdentity: CustomStringConvertible {
    @usableFromInline
    package var description: String { objectID.description }
}

extension OpaqueValue {
    /// The ID of the object that the value represents; nil for any other value.
    @usableFromInline
    package var objectID: ObjectID? {
        switch value {
        case let objectID as ObjectID: objectID
        case let identity as TrackedIdentity: identity.objectID
        default: nil
        }
    }
}
