import Dispatch
import Foundation
import Synchronization

/// Work on several threads at the same time.
package enum ParallelWork {
    /// The number of threads that can work at a time, at least one.
    ///
    /// Counted once, because asking the system takes longer than a little work.
    package static let processorCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

    /// Performs work on many items, on all cores. The work depends on its arguments only.
    ///
    /// - Parameters:
    ///   - items: The items, each of which is worked on by one core.
    ///   - smallestCount: The smallest number of items for which distributing them takes less time than it saves.
    ///   - progress: A closure that receives the number of completed items. Calls never overlap.
    /// - Returns: The results in the order of the items.
    /// - Throws: The error of the first item that failed, in the order of the items.
    package static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], smallestCount: Int = 2, progress: @Sendable (_ completedCount: Int) -> Void = { _ in },
        _ work: @Sendable (Item) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let isDistributed = items.count >= smallestCount && processorCount > 1
        guard isDistributed else {
            var values: [Value] = []
            for item in items {
                values.append(try work(item))
                progress(values.count)
            }
            return values
        }
        let results = Mutex<[Result<Value, Failure>?]>(Array(repeating: nil, count: items.count))
        let completedCount = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: items.count) { index in
            let result = Result { () throws(Failure) in try work(items[index]) }
            results.withLock { $0[index] = result }
            completedCount.withLock {
                $0 += 1
                progress($0)
            }
        }
        var values: [Value] = []
        for result in results.withLock({ $0 }) {
            if let result { values.append(try result.get()) }
        }
        return values
    }
}
