/// Repeats a merge of what others have saved if a store could not be read, because no event may follow once it can.
struct MergeRetry {
    /// Schedules a merge on the context's actor or queue; nil if a merge that fails is not repeated.
    var schedule: (@Sendable () -> Void)?
    /// Waits before the next attempt; nil if the last merge succeeded.
    private var waiting: Task<Void, Never>?
    /// The time before the next attempt.
    private var interval = intervals.lowerBound
    private static let intervals = Duration.seconds(1)...Duration.seconds(60)

    /// Schedules the next attempt.
    mutating func noteFailure() {
        guard let schedule else { return }
        waiting?.cancel()
        // Detached: the values of the current task belong to what has failed.
        waiting = Task.detached { [interval] in
            do {
                try await Task.sleep(for: interval)
            } catch {
                return  // Another merge has come first.
            }
            schedule()
        }
        interval = min(interval * 2, Self.intervals.upperBound)
    }

    mutating func noteSuccess() {
        guard waiting != nil else { return }
        waiting?.cancel()
        (waiting, interval) = (nil, Self.intervals.lowerBound)
    }
}
