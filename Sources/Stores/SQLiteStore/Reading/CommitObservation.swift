import Dispatch
import Synchronization

/// Looks regularly whether someone has committed to a store's file, for programs that follow it while they do not
/// fetch.
///
/// A commit ends with a change of shared memory, which no system reports, so that it has to be looked for.
final class CommitObservation: Sendable {
    private struct State {
        var handler: (@Sendable () -> Void)?
        /// Nil before the first handler.
        var timer: (any DispatchSourceTimer)?
        /// Nil before the first look, which reports what was committed since the store was opened.
        var version: Int64?
    }

    private let state = Mutex(State())
    /// Nil for a store that is open read-only.
    private let commits: CommitWatch?
    /// Nil for a store that is open for writing.
    private let watch: FileWatch?

    private static let interval = DispatchTimeInterval.milliseconds(100)

    init(_ commits: CommitWatch?, path: String) {
        self.commits = commits
        watch = commits == nil ? FileWatch(path: path) : nil
    }

    deinit { state.withLock { $0.timer?.cancel() } }

    /// Starts, or replaces the closure to call on another thread after each commit.
    func start(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.handler = handler
            guard state.timer == nil else { return }
            let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
            timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(20))
            timer.setEventHandler { [weak self] in self?.look() }
            timer.resume()
            state.timer = timer
        }
    }

    private func look() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            guard let commits else { return watch?.hasChanged() == true ? state.handler : nil }
            let version = commits.version
            defer { state.version = version }
            return version == state.version ? nil : state.handler
        }
        handler?()
    }
}
