import StoreStudio
import Synchronization

/// The questions that the server answers now, by the names that pages gave them.
///
/// The progress and the cancellation of a question do not wait for the session, which may be busy with that question.
final class StudioWorks: Sendable {
    private let works = Mutex<[String: StudioWork]>([:])

    /// The maximum length of a name in bytes, and the maximum number of questions with names.
    private static let maximumLength = 64
    private static let maximumCount = 256

    /// Answers a question, which the cancellation of its task also cancels.
    ///
    /// - Parameter name: Its name; without one, or if too many have one, nobody can ask for its progress.
    /// - Throws: What the answer throws, or `CancellationError`.
    func run(_ name: String?, _ answer: () async throws -> StudioResponse) async throws -> StudioResponse {
        let work = StudioWork()
        let isKnown = name.map { begin($0, work) } ?? false
        defer { if isKnown, let name { works.withLock { $0[name] = nil } } }
        return try await withTaskCancellationHandler {
            try await work.run(answer)
        } onCancel: {
            work.cancel()
        }
    }

    private func begin(_ name: String, _ work: StudioWork) -> Bool {
        guard name.utf8.count <= Self.maximumLength else { return false }
        return works.withLock { works in
            guard works.count < Self.maximumCount, works[name] == nil else { return false }
            works[name] = work
            return true
        }
    }

    /// The progress of a question; zero for one that has been answered, or has not arrived.
    func progress(of name: String) -> StudioWork.Progress {
        works.withLock { $0[name] }?.progress ?? StudioWork().progress
    }

    /// Cancels a question, if it has not been answered.
    func cancel(_ name: String) { works.withLock { $0[name] }?.cancel() }
}
