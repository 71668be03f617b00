/// A save met objects that were saved by another context in the meantime. Nothing was written.
public struct MergeConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The objects, in order.
    public var objectIDs: [ObjectID]

    /// - Parameter objectIDs: At least one, in order.
    public init(objectIDs: [ObjectID]) { self.objectIDs = objectIDs }

    public var description: String {
        let list = objectIDs.map(\.description).joined(separator: ", ")
        return "changed or deleted by another context since they were read: \(list)"
    }
}
