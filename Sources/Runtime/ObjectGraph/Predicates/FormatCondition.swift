public import Foundation
public import ModelExpressions

/// A condition in the format language as a part of a Foundation predicate, so that a request needs only one property
/// for both.
struct FormatCondition<Object: ManagedObject>: StandardPredicateExpression {
    let subject: PredicateExpressions.Variable<Object>
    let condition: ModelPredicate

    /// - Throws: ``QueryError`` for a condition that cannot be evaluated.
    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        guard let object = bindings[subject] else {
            throw QueryError(code: .missingVariable, message: "the predicate does not evaluate an object")
        }
        return try condition.evaluate(with: object)
    }
}

/// A condition in the format language, for objects of any class.
protocol FormatConditionOfAnyClass {
    var condition: ModelPredicate { get }
}

extension FormatCondition: FormatConditionOfAnyClass {}

extension FormatCondition: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        // The tree concerns the fetched object, not a member of a collection.
        guard translation.bindings[subject.key]?.expression == .evaluatedObject else {
            throw PredicateTranslationError.unsupported(
                Self.self, because: "a predicate in the format language evaluates the fetched object")
        }
        return .predicate(condition)
    }
}

// A standard expression can be encoded, this one as the text of the format.
extension FormatCondition: Codable {
    private enum CodingKeys: CodingKey {
        case subject, format
    }

    func encode(to encoder: any Encoder) throws {
        let printed = condition.printed
        guard printed.arguments.isEmpty else {
            let reason = "a predicate that contains objects cannot be encoded as text"
            throw EncodingError.invalidValue(
                printed.format, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        try container.encode(printed.format, forKey: .format)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        subject = try container.decode(PredicateExpressions.Variable<Object>.self, forKey: .subject)
        condition = try ModelPredicate(format: container.decode(String.self, forKey: .format))
    }
}

/// A predicate on objects of one class as a condition on objects of any class, for requests that only name an entity.
struct ClassCondition<Object: ManagedObject>: StandardPredicateExpression {
    let subject: PredicateExpressions.Variable<ManagedObject>
    let predicate: Predicate<Object>

    /// Objects of another class do not match.
    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        guard let object = bindings[subject] as? Object else { return false }
        return try predicate.evaluate(object)
    }
}

extension ClassCondition: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        translation.bindings[predicate.variable.key] = translation.bindings[subject.key]
        return try translation.translate(predicate.expression)
    }
}

// Foundation requires this, but requests are never encoded.
extension ClassCondition: Codable {
    func encode(to encoder: any Encoder) throws {
        let reason = "encode the original predicate on \(Object.self)"
        throw EncodingError.invalidValue(
            Object.self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
    }

    init(from decoder: any Decoder) throws {
        let reason = "decode the original predicate on \(Object.self)"
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
}

// A request has one predicate, which is one of Foundation's. These functions create it from the other forms.
extension Predicate {
    /// Creates a predicate in the format language, such as `.format("name BEGINSWITH[c] %@ AND age > %d", "a", 30)`.
    ///
    /// Arguments are values and are never parsed (rule PRED-1). `%K` takes a key path as a string. The context checks
    /// the predicate against the model when you use it.
    ///
    /// ```swift
    /// request.predicate = try .format("notebook.title IN %@ AND createdAt < %@", ["Cases", "Clues"], Date())
    /// ```
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format<Object: ManagedObject>(
        _ format: String, _ arguments: (any PredicateArgument)?...
    ) throws(FormatError) -> Predicate<Object> {
        try self.format(format, argumentArray: arguments)
    }

    /// Creates a predicate in the format language with the values of its placeholders in an array, from left to right.
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format<Object: ManagedObject>(
        _ format: String, argumentArray arguments: [(any PredicateArgument)?]
    ) throws(FormatError) -> Predicate<Object> {
        matching(try ModelPredicate.format(format, argumentArray: arguments))
    }

    /// Creates a predicate from a tree.
    public static func matching<Object: ManagedObject>(_ condition: ModelPredicate) -> Predicate<Object> {
        Predicate<Object> { FormatCondition(subject: $0, condition: condition) }
    }

    /// Creates a predicate on objects of a class, for a request that only names an entity.
    static func matching<Object: ManagedObject>(_ predicate: Predicate<Object>) -> Predicate<ManagedObject> {
        if let condition = predicate.formatCondition { return .matching(condition) }
        return Predicate<ManagedObject> { ClassCondition(subject: $0, predicate: predicate) }
    }

    /// The tree of a predicate in the format language; nil for a Swift predicate.
    var formatCondition: ModelPredicate? { (expression as? any FormatConditionOfAnyClass)?.condition }
}
