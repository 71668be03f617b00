/// The error of an operation that could be neither completed nor undone,
/// so the outcome is unknown until the next crash.
struct UncertainOutcomeError: Error, CustomStringConvertible {
    var reason: any Error

    var description: String { "\(reason)" }
}
