import Foundation
public import ModelExpressions

extension ModelPredicate {
    /// Creates a predicate in the format language, such as `.format("name BEGINSWITH[c] %@ AND age > %d", "a", 30)`.
    ///
    /// Arguments are values and are never parsed (rule PRED-1). `%K` takes a key path as a string.
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format(
        _ format: String, _ arguments: (any PredicateArgument)?...
    ) throws(FormatError) -> ModelPredicate {
        try self.format(format, argumentArray: arguments)
    }

    /// Creates a predicate in the format language with the values of its placeholders in an array, from left to right.
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format(
        _ format: String, argumentArray arguments: [(any PredicateArgument)?]
    ) throws(FormatError) -> ModelPredicate {
        try ModelPredicate(
            format: format, arguments: arguments.map { $0?.formatArgument ?? .constant(.null) },
            surplus: .areIgnored)
    }

    /// Returns whether the predicate is true for an object, including unsaved changes.
    ///
    /// - Parameters:
    ///   - object: The object that `SELF` stands for.
    ///   - variables: The values of `$NAME`, by name.
    /// - Throws: ``QueryError`` for a key that the object does not have, and for anything that cannot be evaluated.
    public func evaluate(
        with object: ManagedObject, substitutionVariables variables: [String: (any PredicateValue)?] = [:]
    ) throws -> Bool {
        let source = ManagedObjectSource(context: object.managedObjectContext)
        return try PredicateEvaluator(source: source, now: Date())
            .evaluate(self, on: .object(object), variables: variables.mapValues { $0?.predicateValue ?? .null })
    }

    /// Returns whether the predicate is true for an object or any other value.
    ///
    /// - Parameter context: Looks up the objects for IDs; nil for no look-up.
    /// - Throws: ``QueryError`` for a key that the value does not have, and for anything that cannot be evaluated.
    package func evaluate(
        on value: QueryValue<ManagedObject>, in context: ManagedObjectContext?, variables: [String: ConstantValue]
    ) throws -> Bool {
        try PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            .evaluate(self, on: value, variables: variables)
    }

    /// Returns the predicate with values in place of its variables (rule PRED-14). A variable without a value stays.
    public func withSubstitutionVariables(_ variables: [String: (any PredicateValue)?]) -> ModelPredicate {
        substituting(variables.mapValues { $0?.predicateValue ?? .null })
    }
}

extension ModelExpression {
    /// Returns the value of the expression for an object, including unsaved changes.
    ///
    /// - Throws: ``QueryError``.
    package func value(of object: ManagedObject) throws -> QueryValue<ManagedObject> {
        let source = ManagedObjectSource(context: object.managedObjectContext)
        return try PredicateEvaluator(source: source, now: Date()).evaluate(self, on: .object(object))
    }
}
