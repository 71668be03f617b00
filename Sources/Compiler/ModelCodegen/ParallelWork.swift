import Dispatch
import Foundation
import Synchronization

/// Work on many items at the same time, on all cores, for work that depends on its arguments only.
package enum ParallelWork {
    /// Returns the results in the order of the items.
    ///
    /// - Parameters:
    ///   - items: The items, each of which is worked on by one core.
    ///   - smallestCount: The smallest number of items for which distributing them takes less time than it saves.
    ///   - progress: A closure that receives the number of completed items. Calls never overlap.
    /// - Throws: The error of the first item that failed, in the order of the items.
    package static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], smallestCount: Int = 2, progress: @Sendable (_ completedCount: Int) -> Void = { _ in },
        _ work: @Sendable (Item) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let isDistributed = items.count >= smallestCount && ProcessInfo.processInfo.activeProcessorCount > 1
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
