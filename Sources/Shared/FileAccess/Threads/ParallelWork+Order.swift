import Dispatch
import Foundation

extension ParallelWork {
    /// Performs pieces of work on several threads at a time, and delivers the results in order while others are still
    /// missing. When this returns, all threads have finished.
    ///
    /// - Parameters:
    ///   - threadCount: The number of pieces to work on at a time. Less than one is one.
    ///   - makeWorker: Creates the worker of one thread.
    ///   - next: Returns the next piece; nil after the last. Called by one thread at a time, which then works on the
    ///     piece.
    ///   - work: Performs a piece of work. Called by several threads at a time.
    ///   - take: Receives the results, in the order of the pieces. Called by one thread at a time.
    /// - Throws: The first error of one of the functions, in the order of the pieces. No result is delivered after it.
    package static func perform<Worker, Piece, Result>(
        on threadCount: Int, makeWorker: () throws -> Worker, next: (inout Worker) throws -> Piece?,
        work: (inout Worker, Piece) throws -> Result, take: (Result) throws -> Void
    ) throws {
        let turns = Turns<Result>(maximumWaitingCount: 4 * max(1, threadCount))
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

    /// Transfers a function to other threads.
    ///
    /// Unchecked: the functions that threads share are called under the locks of ``Turns``, except `makeWorker` and
    /// `work`, which change only their worker.
    private struct Shared: @unchecked Sendable {
        let perform: () -> Void
    }

    /// Decides which piece of work starts next, and which result is delivered next.
    ///
    /// A thread does not wait for slower ones, unless too many results wait for them. The thread that finishes the next
    /// piece also delivers the results that have waited for it.
    private final class Turns<Result> {
        /// Limits the number of pieces that are started before others are delivered.
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

        init(maximumWaitingCount: Int) {
            for _ in 0..<maximumWaitingCount { room.signal() }
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

        /// The next piece and its number; nil after the last, and after an error.
        ///
        /// If a thread must wait here, another one has the first undelivered piece, and does not wait.
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

        /// Delivers a result and those after it, or leaves it to another thread.
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
