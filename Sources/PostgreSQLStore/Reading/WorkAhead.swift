import Dispatch
import Foundation

/// Pieces of work that other threads do ahead of the calling one, which takes their results in order.
enum WorkAhead {
    /// Does all pieces of work. When this returns, no thread is at work any more.
    ///
    /// - Parameters:
    ///   - count: The number of pieces.
    ///   - threadCount: How many threads work, the calling one among them.
    ///   - work: Does a piece. Called by several threads at a time.
    ///   - take: Gets the results, on the calling thread.
    /// - Throws: The first error, in the order of the pieces. Nothing is taken after it.
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
        // Where the others were so fast that nothing came to the calling thread.
        takeAll()
        if let failure { throw failure }
    }

    /// Lets other threads have a function.
    ///
    /// Unchecked: what it shares with itself on another thread is ``Pieces``, and the rest is the calling thread's alone.
    private struct Shared: @unchecked Sendable {
        let perform: () -> Void
    }

    /// Which piece is begun next, and the results that have not been taken.
    private final class Pieces<Value> {
        private let condition = NSCondition()
        private let count: Int
        private var begunCount = 0
        private var isStopped = false
        private var results: [Int: Result<Value, any Error>] = [:]

        init(count: Int) {
            self.count = count
        }

        /// Begins no more pieces.
        func stop() {
            condition.withLock { isStopped = true }
        }

        func doAll(_ work: (Int) throws -> Value) {
            while let piece = condition.withLock({ begin() }) { end(piece, Result { try work(piece) }) }
        }

        /// The result of a piece. While another thread is at it, the calling one does those behind it.
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
