/// When to remove old rows of transactions: ten minutes after the last time,
/// or one minute if there were a thousand saves.
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
    /// - Returns: Whether to remove rows now. If so, the next interval starts here.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        savesSince += 1
        guard now - last >= (savesSince >= Self.saveCount ? Self.leastInterval : Self.interval) else { return false }
        (savesSince, last) = (0, now)
        return true
    }
}
