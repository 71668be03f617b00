public import ModelDiagnostics

/// What a project wants from the rules.
public struct ValidationOptions: Sendable, Hashable {
    /// Levels that replace the rules' own. A mandatory rule cannot be lowered.
    ///
    /// User info on an element (`modelgen.validate.<code>`) wins over these for that element and what is inside it.
    public var levels: [Diagnostic.Code: ValidationRule.Level]
    /// Rules of the project's own, which come after the others, in this order.
    public var conventions: [Convention]

    /// Levels by code; those of rules that there are none of say nothing.
    public init(levels: [Diagnostic.Code: ValidationRule.Level] = [:], conventions: [Convention] = []) {
        self.levels = levels
        self.conventions = conventions
    }
}
