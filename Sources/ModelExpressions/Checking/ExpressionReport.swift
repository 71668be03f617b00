public import ModelDiagnostics
import ModelSchema

/// What checking a predicate or an expression has found.
public struct ExpressionReport: Sendable, Hashable {
    /// What is wrong, in the order of the text.
    public var diagnostics: [Diagnostic] = []
    /// Where the comparison of each of them begins in the format, in characters from 1; nil for what is in none, or was not
    /// read from a format.
    public var columns: [Int?] = []
    /// The types of the free variables, by name without the `$`; unknown where nothing tells.
    public var variableTypes: [String: ExpressionType] = [:]
    /// The type of the expression; a predicate is a Boolean.
    public var type: ExpressionType = .attribute(.boolean)

    /// Whether nothing is wrong enough to stop.
    public var isValid: Bool {
        !diagnostics.contains { $0.severity == .error }
    }
}
