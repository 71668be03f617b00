/// When a store removes rows of transactions that nobody asks for any more: ten minutes after the last time, and after a minute where
/// a thousand saves have left rows behind.
struct TidyingSchedule {
    private static let saveCount = 1_000
    private static let interval = Duration.seconds(600)
    private static let leastInterval = Duration.seconds(60)

    private var savesSince = 0
    private var last: ContinuousClock.Instant

    init(from start: ContinuousClock.Instant = .now) {
        last = start
    }

    /// Counts a save.
    ///
    /// - Returns: Whether it is time. The next time is counted from here then.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        savesSince += 1
        guard now - last >= (savesSince >= Self.saveCount ? Self.leastInterval : Self.interval) else { return false }
        (savesSince, last) = (0, now)
        return true
    }
}
