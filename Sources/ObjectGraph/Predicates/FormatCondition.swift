import Foundation
import ModelExpressions

/// A condition in the format language as a part of a Foundation predicate, so that one property of a request holds
/// either form.
struct FormatCondition<Object: ManagedObject>: StandardPredicateExpression {
    let subject: PredicateExpressions.Variable<Object>
    let condition: ModelPredicate

    /// - Throws: ``QueryError`` for what cannot be evaluated.
    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        guard let object = bindings[subject] else {
            throw QueryError(code: .missingVariable, message: "the predicate does not evaluate an object")
        }
        return try condition.evaluate(with: object)
    }
}

/// A condition in the format language, of objects of any class.
protocol FormatConditionOfAnyClass {
    var condition: ModelPredicate { get }
}

extension FormatCondition: FormatConditionOfAnyClass {}

extension FormatCondition: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        // The tree speaks of the object that is fetched, and of no member of a collection.
        guard translation.bindings[subject.key]?.expression == .evaluatedObject else {
            throw PredicateTranslationError.unsupported(
                Self.self, because: "a predicate in the format language evaluates the fetched object")
        }
        return .predicate(condition)
    }
}

// A standard expression can be encoded: this one as the text of the format.
extension FormatCondition: Codable {
    private enum CodingKeys: CodingKey {
        case subject, format
    }

    func encode(to encoder: any Encoder) throws {
        let printed = condition.printed
        guard printed.arguments.isEmpty else {
            throw EncodingError.invalidValue(
                printed.format,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "a predicate that contains objects cannot be encoded as text"))
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
