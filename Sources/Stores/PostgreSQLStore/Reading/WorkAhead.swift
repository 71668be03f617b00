import Dispatch
import Foundation

/// Performs work in pieces on other threads, while the calling thread receives the results in order.
enum WorkAhead {
    /// Performs all pieces of work. When this method returns, all threads have finished.
    ///
    /// - Parameters:
    ///   - count: The number of pieces.
    ///   - threadCount: The number of threads, including the calling one.
    ///   - work: Performs a piece. Several threads call it at the same time.
    ///   - take: Receives the results, on the calling thread.
    /// - Throws: The first error, in the order of the pieces. No results are received after it.
    static func perform<Value>(
        _ count: Int, threadCount: Int, work: (Int) throws -> Value, take: (Value) throws -> Void
    ) throws {
        guard threadCount > 1, count > 1 else {
            for piece in 0..<count { try take(work(piece)) }
            return
        }
        let pieces = Pieces<Value>(count: count)
        let caller = pthread_self()
        var isTaken = false
        var failure: (any Error)?
        func takeAll() {
            guard !isTaken else { return }
            isTaken = true
            do {
                for piece in 0..<count { try take(pieces.result(of: piece, work)) }
            } catch {
                pieces.stop()
                failure = error
            }
        }
        func perform() {
            if pthread_equal(pthread_self(), caller) != 0 { takeAll() } else { pieces.doAll(work) }
        }
        withoutActuallyEscaping(perform) { perform in
            let shared = Shared(perform: perform)
            DispatchQueue.concurrentPerform(iterations: threadCount) { _ in shared.perform() }
        }
        // The other threads may have finished before the calling one received any result.
        takeAll()
        if let failure { throw failure }
    }

    /// Passes a function to other threads.
    ///
    /// Unchecked: threads modify only ``Pieces``. The work of a piece only reads what it shares with others, and the
    /// calling thread alone uses the rest.
    private struct Shared: @unchecked Sendable {
        let perform: () -> Void
    }

    /// The next piece to start, and the results that have not been received.
    private final class Pieces<Value> {
        private let condition = NSCondition()
        private let count: Int
        private var begunCount = 0
        private var isStopped = false
        private var results: [Int: Result<Value, any Error>] = [:]

        init(count: Int) {
            self.count = count
        }

        /// Starts no more pieces.
        func stop() {
            condition.withLock { isStopped = true }
        }

        func doAll(_ work: (Int) throws -> Value) {
            while let piece = condition.withLock({ begin() }) { end(piece, Result { try work(piece) }) }
        }

        /// Returns the result of a piece. While another thread works on it, the calling thread performs later ones.
        func result(of piece: Int, _ work: (Int) throws -> Value) throws -> Value {
            while true {
                condition.lock()
                if let result = results.removeValue(forKey: piece) {
                    condition.unlock()
                    return try result.get()
                }
                if let own = begin() {
                    condition.unlock()
                    end(own, Result { try work(own) })
                } else {
                    condition.wait()
                    condition.unlock()
                }
            }
        }

        private func begin() -> Int? {
            guard begunCount < count, !isStopped else { return nil }
            begunCount += 1
            return begunCount - 1
        }

        private func end(_ piece: Int, _ result: Result<Value, any Error>) {
            condition.withLock {
                results[piece] = result
                condition.signal()
            }
        }
    }
}
