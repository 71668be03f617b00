/// A line on the terminal with the progress of long work. It writes nothing for short work, or without a terminal.
package struct ProgressLine {
    private static let delay = Duration.milliseconds(300)
    private static let interval = Duration.milliseconds(100)

    private let title: String
    private let totalCount: Int
    private let isShown = StandardError.isTerminal
    private var nextTime = ContinuousClock.now + delay
    private var isOnScreen = false

    package init(_ title: String, totalCount: Int) {
        self.title = title
        self.totalCount = totalCount
    }

    package mutating func show(_ doneCount: Int) {
        guard isShown, ContinuousClock.now >= nextTime else { return }
        nextTime = ContinuousClock.now + Self.interval
        isOnScreen = true
        StandardError.write("\r\(title) \(doneCount) of \(totalCount)")
    }

    /// Removes the line.
    package mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        StandardError.write("\r\u{1B}[K")
    }
}
