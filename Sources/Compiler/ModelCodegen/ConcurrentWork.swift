import Dispatch
import Foundation
import Synchronization

/// Concurrent work on many items, on all cores, for work that depends on its arguments only.
package enum ConcurrentWork {
    /// For fewer items, distributing the work takes longer than doing it.
    private static let leastCount = 16

    /// The results in the order of the items.
    ///
    /// - Parameter work: A closure that processes consecutive items on one core.
    /// - Throws: The error of the first item that failed.
    package static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], inPieces work: @Sendable (ArraySlice<Item>) throws(Failure) -> [Value]
    ) throws(Failure) -> [Value] { try map(items, beside: {}, inPieces: work).values }

    /// Returns the results, and the result of other work at the same time.
    ///
    /// - Parameter other: A closure that takes no longer than a few pieces of the items. It starts before them.
    static func map<Item: Sendable, Value: Sendable, Other: Sendable, Failure: Error>(
        _ items: [Item], beside other: @Sendable () -> Other,
        inPieces work: @Sendable (ArraySlice<Item>) throws(Failure) -> [Value]
    ) throws(Failure) -> (other: Other, values: [Value]) {
        let coreCount = ProcessInfo.processInfo.activeProcessorCount
        // Two pieces for each core, because pieces differ and other programs also run.
        let pieceCount = min(2 * coreCount, items.count / leastCount)
        guard coreCount > 1, pieceCount > 1 else { return (other(), try work(items[...])) }
        let results = Mutex<[Result<[Value], Failure>?]>(Array(repeating: nil, count: pieceCount))
        let otherResult = Mutex<Other?>(nil)
        DispatchQueue.concurrentPerform(iterations: pieceCount + 1) { iteration in
            guard iteration > 0 else {
                let result = other()
                otherResult.withLock { $0 = result }
                return
            }
            let piece = iteration - 1
            let start = items.count * piece / pieceCount
            let end = items.count * (piece + 1) / pieceCount
            let result = Result { () throws(Failure) in try work(items[start..<end]) }
            results.withLock { $0[piece] = result }
        }
        let other = otherResult.withLock { $0 } ?? other()
        var values: [Value] = []
        for result in results.withLock({ $0 }) {
            if let result { values += try result.get() }
        }
        return (other, values)
    }
}
