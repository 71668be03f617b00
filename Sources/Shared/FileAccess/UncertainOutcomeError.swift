/// The error of an operation that could be neither completed nor undone,
/// so the outcome is unknown until the next crash.
package struct UncertainOutcomeError: Error, CustomStringConvertible {
    /// The error because of which it is unknown.
    package var reason: any Error

    package init(reason: any Error) { self.reason = reason }

    package var description: String { "\(reason)" }
}
