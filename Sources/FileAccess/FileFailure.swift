/// A step that a disk refused.
public struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path that the step was about.
    public var path: String
    /// What was tried, as a participle: `written`.
    public var step: String
    /// Why, in the words of the system.
    public var reason: String

    /// A step that has failed, with the reason in the words of the system.
    public init(path: String, step: String, reason: String) {
        self.path = path
        self.step = step
        self.reason = reason
    }

    public var description: String { "'\(path)' cannot be \(step): \(reason)" }
}
