import ColumnEngine
import Foundation

/// The complete contents of a store's file.
struct StoreContents: Sendable {
    var identifier: UUID
    /// The metadata of the store: the original text of a JSON object.
    var metadata: [UInt8]
    /// The last assigned number in each family of entities, by the name of its root.
    var lastNumbers: [String: Int64]
    var snapshot: GraphSnapshot
    /// The unknown members of the file.
    var unknown = UnknownMembers()
    /// The unknown members of objects of the file, some of which may have been deleted.
    var unknownOfObjects: [ObjectReference: UnknownMembers] = [:]

    init(identifier: UUID, model: ManagedObjectModel) {
        self.identifier = identifier
        metadata = Array("{}".utf8)
        lastNumbers = [:]
        snapshot = GraphSnapshot(layout: GraphLayout(model: model, storeIdentifier: identifier))
    }
}
