/// A value that an option cannot have.
public struct InvalidOption: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the property of ``GenerationOptions``.
    public var option: String
    /// What is wrong with the value, as one clause without a full stop.
    public var message: String
    /// What to write instead.
    public var hint: String

    public var description: String { "\(option): \(message); \(hint)" }
}
