import Dispatch
import Foundation

/// Pieces of work that several threads do at the same time, and whose results are taken in order.
enum OrderedWork {
    /// Does all pieces of work. When this returns, all threads have finished.
    ///
    /// - Parameters:
    ///   - threadCount: The number of pieces to work on at a time, at least one.
    ///   - makeWorker: Makes what one thread works with.
    ///   - next: The next piece, nil behind the last. Called by one thread at a time, the one that works on it.
    ///   - work: Called by several threads at a time.
    ///   - take: Gets the results, in the order of the pieces. Called by one thread at a time.
    /// - Throws: The first error, in the order of the pieces, that one of the functions throws. Nothing is taken after it.
    static func perform<Worker, Piece, Result>(
        on threadCount: Int, makeWorker: () throws -> Worker, next: (inout Worker) throws -> Piece?,
        work: (inout Worker, Piece) throws -> Result, take: (Result) throws -> Void
    ) throws {
        precondition(threadCount > 0, "work needs a thread")
        let turns = Turns<Result>(greatestWaitingCount: 4 * threadCount)
        func perform() {
            guard var worker = turns.worker(makeWorker) else { return }
            while let (number, piece) = turns.begin({ try next(&worker) }) {
                turns.end(number, Swift.Result { try work(&worker, piece.get()) }, take)
            }
        }
        if threadCount > 1 {
            withoutActuallyEscaping(perform) { perform in
                let shared = Shared(perform: perform)
                DispatchQueue.concurrentPerform(iterations: threadCount) { _ in shared.perform() }
            }
        } else {
            perform()
        }
        if let error = turns.error { throw error }
    }

    /// Lets other threads have a function.
    ///
    /// Unchecked: what it has in common with itself on another thread is called under the locks of ``Turns``, but for
    /// `makeWorker` and `work`, which change nothing but their worker.
    private struct Shared: @unchecked Sendable {
        let perform: () -> Void
    }

    /// Decides which piece of work begins next, and whose result is taken next.
    ///
    /// A thread does not wait for slower ones, unless too many results wait for them. The thread that finishes the next piece
    /// takes the results that have waited for it.
    private final class Turns<Result> {
        /// Limits the number of pieces that are begun before others are taken.
        private let room = DispatchSemaphore(value: 0)

        private let beginning = NSLock()
        private var begunCount = 0
        private var isAtEnd = false

        private let ending = NSLock()
        private var takenCount = 0
        private var isTaking = false
        /// By the number of the piece.
        private var waiting: [Int: Swift.Result<Result, any Error>] = [:]
        private(set) var error: (any Error)?

        init(greatestWaitingCount: Int) {
            for _ in 0..<greatestWaitingCount { room.signal() }
        }

        /// The worker of a thread; nil if it cannot be created.
        func worker<Worker>(_ make: () throws -> Worker) -> Worker? {
            do {
                return try make()
            } catch {
                ending.withLock { self.error = error }
                return nil
            }
        }

        /// The next piece and its number; nil behind the last, and after an error.
        ///
        /// Where it has to wait for room, another thread has the first of the pieces that are not taken, and does not wait.
        func begin<Piece>(_ next: () throws -> Piece?) -> (number: Int, piece: Swift.Result<Piece, any Error>)? {
            room.wait()
            let begun = beginning.withLock { beginAlone(next) }
            if begun == nil { room.signal() }
            return begun
        }

        private func beginAlone<Piece>(_ next: () throws -> Piece?) -> (
            number: Int, piece: Swift.Result<Piece, any Error>
        )? {
            guard !isAtEnd, ending.withLock({ error == nil }) else { return nil }
            let piece: Swift.Result<Piece, any Error>
            do {
                guard let next = try next() else {
                    isAtEnd = true
                    return nil
                }
                piece = .success(next)
            } catch {
                isAtEnd = true
                piece = .failure(error)
            }
            defer { begunCount += 1 }
            return (begunCount, piece)
        }

        /// Takes a result and those after it, or leaves it to another thread.
        func end(_ number: Int, _ result: Swift.Result<Result, any Error>, _ take: (Result) throws -> Void) {
            ending.lock()
            defer { ending.unlock() }
            waiting[number] = result
            guard !isTaking else { return }
            isTaking = true
            while let result = waiting.removeValue(forKey: takenCount) {
                let hasFailed = error != nil
                ending.unlock()
                let taken = Swift.Result { if !hasFailed { try take(result.get()) } }
                ending.lock()
                if case .failure(let failure) = taken { error = error ?? failure }
                takenCount += 1
                room.signal()
            }
            isTaking = false
        }
    }
}
