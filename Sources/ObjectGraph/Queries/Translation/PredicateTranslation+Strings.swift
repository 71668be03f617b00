import Foundation
import ModelExpressions

extension PredicateExpressions.StringLocalizedStandardContains: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let whole = try translation.value(root)
        let part = try translation.value(other)
        // Unlike `contains`, this finds no empty part.
        let isFound = try whole.compared(.contains, to: part, options: [.caseInsensitive, .diacriticInsensitive])
        return .predicate(try part.compared(.equalTo, to: .string("")).negated.and(isFound))
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .ordering(try translation.value(root), try translation.value(other), .caseInsensitive)
    }
}

extension PredicateExpressions.StringLocalizedCompare: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .ordering(try translation.value(root), try translation.value(other), .localeSensitive)
    }
}
