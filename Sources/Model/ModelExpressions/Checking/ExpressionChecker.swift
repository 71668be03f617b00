public import ModelDiagnostics
public import ModelSchema

/// Checks predicates and expressions against a model, and infers the types of their variables.
///
/// The checker looks at names and types only, so it needs no objects. A condition that is always false is a warning. A
/// condition that cannot be evaluated is an error.
///
/// ```swift
/// let checker = ExpressionChecker(model)
/// let report = checker.check(try ModelPredicate(format: "nam == 'Batgirl'"), of: hero)
/// for diagnostic in report.diagnostics { print(diagnostic.message, diagnostic.hint ?? "") }
/// ```
public struct ExpressionChecker: Sendable {
    /// The place where a predicate is evaluated.
    public enum Purpose: Sendable, Hashable {
        /// In a store: keys must be stored, and a to-many relationship needs a quantifier.
        case fetch
        /// On objects in memory, without these limits.
        case memory
    }

    let model: ModelLookup
    let purpose: Purpose

    /// Creates a checker for the entities of a model.
    public init(_ model: Model, purpose: Purpose = .fetch) {
        self.model = ModelLookup(model)
        self.purpose = purpose
    }

    /// Creates a checker for a model with resolved names.
    public init(_ model: ModelLookup, purpose: Purpose = .fetch) {
        self.model = model
        self.purpose = purpose
    }

    /// Checks a predicate on objects of an entity.
    ///
    /// ```swift
    /// let condition = try ModelPredicate(format: "age > $AGE")
    /// let report = checker.check(condition, of: hero, variables: ["AGE": .attribute(.integer16)])
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: The predicate to check.
    ///   - entity: The entity of the objects.
    ///   - variables: The known types of variables.
    ///   - anchor: The place for diagnostics. The default is the entity.
    public func check(
        _ predicate: ModelPredicate, of entity: Entity, variables: [String: ExpressionType] = [:],
        anchor: SchemaPath? = nil
    ) -> ExpressionReport {
        var pass = ExpressionCheck(self, entity: entity, variables: variables, anchor: anchor)
        pass.visit(predicate)
        pass.report.variableTypes = pass.types(of: predicate.freeVariables)
        return pass.report
    }

    /// Checks an expression on objects of an entity.
    ///
    /// ```swift
    /// let sum = checker.check(try ModelExpression(format: "age + 1"), of: hero)
    /// for diagnostic in sum.diagnostics { print(diagnostic.message) }
    /// ```
    public func check(
        _ expression: ModelExpression, of entity: Entity, variables: [String: ExpressionType] = [:],
        anchor: SchemaPath? = nil
    ) -> ExpressionReport {
        var pass = ExpressionCheck(self, entity: entity, variables: variables, anchor: anchor)
        let type = pass.type(of: expression)
        pass.report.type = type
        pass.report.variableTypes = pass.types(of: expression.freeVariables)
        return pass.report
    }
}

/// The result of checking a predicate or an expression.
///
/// ```swift
/// let template = checker.check(try ModelPredicate(format: "age > $AGE"), of: hero)
/// if template.isValid { print(template.variableTypes) }  // ["AGE": attribute(integer16)]
/// ```
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
