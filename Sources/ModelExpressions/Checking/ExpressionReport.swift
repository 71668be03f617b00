public import ModelDiagnostics
import ModelSchema

/// The result of checking a predicate or an expression.
public struct ExpressionReport: Sendable, Hashable {
    /// The problems, in the order of the text.
    public var diagnostics: [Diagnostic] = []
    /// For each diagnostic, the character of the format where its comparison starts, from 1; nil if it is not in a
    /// comparison, or not read from a format.
    public var columns: [Int?] = []
    /// The types of the free variables, by name without the `$`. A type is unknown if nothing implies it.
    public var variableTypes: [String: ExpressionType] = [:]
    /// The type of the expression. A predicate has the type Boolean.
    public var type: ExpressionType = .attribute(.boolean)

    /// Whether there are no errors.
    public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
