/// The objects to read together when one of them is read.
struct FetchBatches {
    private final class Batch {
        let references: [ObjectReference]

        init(_ references: [ObjectReference]) { self.references = references }
    }

    private var batches: [ObjectReference: Batch] = [:]

    /// Divides the unread objects of a fetch into batches.
    ///
    /// - Parameters:
    ///   - unread: Their references, in the order of the fetch.
    ///   - size: The positive number of objects in a batch.
    mutating func note(_ unread: [ObjectReference], size: Int) {
        var rest = unread[...]
        while !rest.isEmpty {
            let batch = Batch(Array(rest.prefix(size)))
            for reference in batch.references { batches[reference] = batch }
            rest = rest.dropFirst(size)
        }
    }

    /// Removes and returns the objects to read together with an object; nil if there are none.
    mutating func takeBatch(of reference: ObjectReference) -> [ObjectReference]? {
        guard !batches.isEmpty, let batch = batches[reference] else { return nil }
        for reference in batch.references { batches[reference] = nil }
        return batch.references
    }
}
