import ModelDiagnostics
public import ModelSchema

/// Checks predicates and expressions against a model, and infers the types of their variables.
///
/// Looks at names and types only; no object is needed. What would always be false is a warning, what cannot be
/// evaluated an error.
public struct ExpressionChecker: Sendable {
    /// Where a predicate is evaluated.
    public enum Purpose: Sendable, Hashable {
        /// By a store: its keys must be stored, and a to-many needs a quantifier.
        case fetch
        /// On objects in memory, which knows no such limits.
        case memory
    }

    let model: ModelLookup
    let purpose: Purpose

    /// Creates a checker for the entities of a model.
    public init(_ model: Model, purpose: Purpose = .fetch) {
        self.model = ModelLookup(model)
        self.purpose = purpose
    }

    /// Creates a checker for a model whose names have been resolved before.
    public init(_ model: ModelLookup, purpose: Purpose = .fetch) {
        self.model = model
        self.purpose = purpose
    }

    /// Checks a predicate on objects of an entity.
    ///
    /// - Parameters:
    ///   - predicate: What is checked.
    ///   - entity: The entity whose objects it is asked about.
    ///   - variables: The types of variables that are known.
    ///   - anchor: Where diagnostics point; the entity, if left out.
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
