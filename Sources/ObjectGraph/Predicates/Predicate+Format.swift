public import Foundation
public import ModelExpressions

// A request has one predicate. What these make is one of Foundation's, so it takes either form.
extension Predicate {
    /// A predicate in the format language, such as `.format("name BEGINSWITH[c] %@ AND age > %d", "a", 30)`.
    ///
    /// Arguments are values and never text to be parsed (rule PRED-1). `%K` takes a key path as a string. Whether the
    /// predicate fits the model is checked when it is used.
    ///
    /// - Throws: `FormatError`, which names the place (rule PRED-15).
    public static func format<Object: ManagedObject>(
        _ format: String, _ arguments: (any PredicateArgument)?...
    ) throws(FormatError) -> Predicate<Object> {
        try self.format(format, argumentArray: arguments)
    }

    /// A predicate in the format language with the values of its placeholders in an array, from left to right.
    ///
    /// - Throws: `FormatError`, which names the place (rule PRED-15).
    public static func format<Object: ManagedObject>(
        _ format: String, argumentArray arguments: [(any PredicateArgument)?]
    ) throws(FormatError) -> Predicate<Object> {
        matching(try ModelPredicate.format(format, argumentArray: arguments))
    }

    /// A predicate that is true of the objects that a tree is true of.
    public static func matching<Object: ManagedObject>(_ condition: ModelPredicate) -> Predicate<Object> {
        Predicate<Object> { FormatCondition(subject: $0, condition: condition) }
    }

    /// A predicate on objects of a class, for a request that only names an entity.
    static func matching<Object: ManagedObject>(_ predicate: Predicate<Object>) -> Predicate<ManagedObject> {
        if let condition = predicate.formatCondition { return .matching(condition) }
        return Predicate<ManagedObject> { ClassCondition(subject: $0, predicate: predicate) }
    }
}

extension Predicate {
    /// The tree of a predicate that was written in the format language; nil for one of Swift's.
    var formatCondition: ModelPredicate? { (expression as? any FormatConditionOfAnyClass)?.condition }
}
