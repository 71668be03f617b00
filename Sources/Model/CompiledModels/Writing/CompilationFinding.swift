public import ModelSchema

/// A part of a model that cannot be compiled, or whose form in compiled models is not known from samples.
public struct CompilationFinding: Sendable, Hashable {
    /// The place in the model.
    public let path: SchemaPath
    /// The problem, as a clause.
    public let message: String
    /// Whether the model cannot be compiled because of it.
    public let isError: Bool
}
