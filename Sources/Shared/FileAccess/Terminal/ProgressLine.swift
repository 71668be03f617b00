import Foundation
import Synchronization

/// A line on the terminal with the progress of long work. It writes nothing for work of less than a second, without a
/// terminal, or for people who want only results and errors.
///
/// A thread of its own shows that time passes during steps that cannot say how far they are.
package final class ProgressLine: Sendable {
    private struct State {
        var title: String
        var totalCount: Int?
        var completedCount = 0
        var isOnScreen = false
        var hasEnded = false
    }

    private static let delay = Duration.seconds(1)
    private static let intervalSeconds = 0.2

    private let start = ContinuousClock.now
    private let state: Mutex<State>
    private let isShown = StandardError.isTerminal && !TerminalSettings.isQuiet

    /// - Parameters:
    ///   - title: The work, as a participle: `reading rows.csv`.
    ///   - totalCount: The number of steps; nil if the work cannot say how far it is.
    package init(_ title: String, totalCount: Int? = nil) {
        state = Mutex(State(title: title, totalCount: totalCount))
        guard isShown else { return }
        Thread.detachNewThread { [weak self] in
            while true {
                Thread.sleep(forTimeInterval: Self.intervalSeconds)
                guard self?.draw() == true else { return }
            }
        }
    }

    /// Shows the progress of some work that is one step.
    package static func during<Result>(_ title: String, _ work: () throws -> Result) rethrows -> Result {
        let line = ProgressLine(title)
        defer { line.clear() }
        return try work()
    }

    /// Updates the number of completed steps.
    package func show(_ completedCount: Int) {
        guard isShown else { return }
        state.withLock { $0.completedCount = completedCount }
    }

    /// Shows other work from now on.
    package func show(_ title: String, totalCount: Int? = nil) {
        guard isShown else { return }
        state.withLock {
            $0.title = title
            $0.totalCount = totalCount
            $0.completedCount = 0
        }
    }

    /// Removes the line, for good.
    package func clear() {
        state.withLock { state in
            state.hasEnded = true
            if state.isOnScreen { StandardError.write("\r\u{1B}[K") }
            state.isOnScreen = false
        }
    }

    /// - Returns: Whether there will be more to draw.
    private func draw() -> Bool {
        let time = start.duration(to: .now)
        return state.withLock { state in
            guard !state.hasEnded else { return false }
            guard time >= Self.delay else { return true }
            state.isOnScreen = true
            let done = state.completedCount > 0 ? " \(state.completedCount)" : ""
            let count = state.totalCount.map { " \(state.completedCount) of \($0)" } ?? done
            StandardError.write("\r\(state.title)\(count), \(time.components.seconds) s\u{1B}[K")
            return true
        }
    }
}
