package import Foundation
package import ObjectGraph

/// A model of objects with one large value.
package enum Blobs {
    package static let byteCount = 100_000_000

    package static let model = ManagedObjectModel(
        Model(
            name: "Blobs",
            entities: [
                Entity(
                    name: "Blob",
                    attributes: [Attribute(name: "data", type: .binary, isOptional: true)])
            ]),
        classes: ["Blob": Blob.self])

    /// Saves an object with the value.
    package static func write(in container: PersistentContainer) throws {
        let context = container.newContext()
        Blob(context: context).data = Data(repeating: 7, count: byteCount)
        try context.save()
    }

    /// Reads the object, and returns it.
    package static func read(in container: PersistentContainer) throws -> Blob {
        let blob = try container.newContext().fetch(FetchRequest<Blob>())[0]
        precondition(blob.data?.count == byteCount)
        return blob
    }
}

package final class Blob: ManagedObject {
    package var data: Data? {
        get { self[optionalBinary: "data", at: 0] }
        set { self[optionalBinary: "data", at: 0] = newValue }
    }
}
