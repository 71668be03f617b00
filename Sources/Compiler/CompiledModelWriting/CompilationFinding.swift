public import ModelSchema

/// A part of a model that cannot be compiled, or whose form in compiled models is not known from samples.
///
/// ```swift
/// if writer.archive(of: model) == nil {
///     let errors = writer.findings.filter(\.isError)
///     print(errors.map { "\($0.path): \($0.message)" }.joined(separator: "\n"))
/// }
/// ```
public struct CompilationFinding: Sendable, Hashable {
    /// The place in the model.
    public let path: SchemaPath
    /// The problem, as a clause.
    public let message: String
    /// Whether the model cannot be compiled because of it.
    public let isError: Bool
}
