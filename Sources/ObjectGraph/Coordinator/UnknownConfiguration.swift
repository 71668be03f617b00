/// An error that occurs if you open a store for a configuration that the model does not have.
public struct UnknownConfiguration: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requested name.
    public var name: String

    /// - Parameter name: The requested name.
    public init(name: String) { self.name = name }

    public var description: String { "the model has no configuration '\(name)'" }
}
