import Foundation

/// A predicate on objects of one class as a condition on objects of any, for requests that name an entity only.
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

// Foundation asks for it. Requests are not encoded, so nobody can be served by it.
extension ClassCondition: Codable {
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            Object.self,
            EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "encode the original predicate on \(Object.self)"))
    }

    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "decode the original predicate on \(Object.self)"))
    }
}
