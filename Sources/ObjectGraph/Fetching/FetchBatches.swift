/// The objects that are to be read together, once one of them is asked for something.
struct FetchBatches {
    /// A part of what a fetch has found.
    private final class Batch {
        let references: [ObjectReference]

        init(_ references: [ObjectReference]) { self.references = references }
    }

    private var batches: [ObjectReference: Batch] = [:]

    /// Divides the objects of a fetch that have not been read.
    ///
    /// - Parameter size: How many are read at a time; positive.
    mutating func note(_ objects: [some ManagedObject], size: Int) {
        let unread = objects.lazy.filter { $0.isFault && $0.heldRow.isNone }.map(\.reference)
        var rest = Array(unread)[...]
        while !rest.isEmpty {
            let batch = Batch(Array(rest.prefix(size)))
            for reference in batch.references { batches[reference] = batch }
            rest = rest.dropFirst(size)
        }
    }

    /// What is to be read with an object; nil if nothing is. It is not asked for again.
    mutating func takeBatch(of reference: ObjectReference) -> [ObjectReference]? {
        guard !batches.isEmpty, let batch = batches[reference] else { return nil }
        for reference in batch.references { batches[reference] = nil }
        return batch.references
    }
}
