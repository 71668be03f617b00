import Foundation

/// The same work on many things, on all cores.
package enum ParallelWork {
    /// The results in the order of the items.
    ///
    /// - Parameter progress: Is told how many are done, one call after the other.
    /// - Throws: Of the items whose work failed, the first one's error, whichever failed first.
    package static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], progress: (_ doneCount: Int) -> Void = { _ in },
        _ work: @escaping @Sendable (Item) throws(Failure) -> Value
    ) async throws(Failure) -> [Value] {
        // One thing alone needs no tasks.
        if items.count == 1 {
            let value = try work(items[0])
            progress(1)
            return [value]
        }
        let results = await withTaskGroup(of: (index: Int, result: Result<Value, Failure>).self) { group in
            var remaining = items.enumerated().makeIterator()
            func addNext() {
                guard let (index, item) = remaining.next() else { return }
                group.addTask { (index, Result { () throws(Failure) in try work(item) }) }
            }
            // A few at a time: behind a queue of all of them, nobody would get to hear of progress.
            for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) { addNext() }
            var results: [Result<Value, Failure>?] = Array(repeating: nil, count: items.count)
            var doneCount = 0
            for await (index, result) in group {
                results[index] = result
                doneCount += 1
                progress(doneCount)
                addNext()
            }
            return results.compactMap { $0 }
        }
        return try results.map { (result) throws(Failure) in try result.get() }
    }
}
