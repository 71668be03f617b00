import Foundation

/// Parallel work on many items, on all cores.
package enum ParallelWork {
    /// The results in the order of the items.
    ///
    /// - Parameter progress: A closure that receives the number of completed items. Calls never overlap.
    /// - Throws: The error of the first item that failed, in the order of the items.
    package static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], progress: (_ doneCount: Int) -> Void = { _ in },
        _ work: @escaping @Sendable (Item) throws(Failure) -> Value
    ) async throws(Failure) -> [Value] {
        // A single item needs no tasks.
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
            // Add a few tasks at a time. A queue of all of them would delay progress reports.
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
