import Foundation
import ModelExpressions

extension PredicateTranslation {
    /// `localizedStandardContains`.
    fileprivate mutating func search(
        _ root: some PredicateExpression, _ other: some PredicateExpression
    ) throws -> TranslatedExpression {
        let whole = try value(root)
        let part = try value(other)
        // Unlike `contains`, this does not find an empty part.
        let isFound = try whole.compared(.contains, to: part, options: [.caseInsensitive, .diacriticInsensitive])
        return .predicate(try part.compared(.equalTo, to: .string("")).negated.and(isFound))
    }

    /// Translates a function that returns the order of two strings.
    fileprivate mutating func ordering(
        _ root: some PredicateExpression, _ other: some PredicateExpression, _ options: ComparisonOptions
    ) throws -> TranslatedExpression {
        .ordering(try value(root), try value(other), options)
    }
}

#if canImport(Darwin)
    extension PredicateExpressions.StringLocalizedStandardContains: TranslatablePredicateExpression {
        func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
            try translation.search(root, other)
        }
    }

    extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatablePredicateExpression {
        func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
            try translation.ordering(root, other, .caseInsensitive)
        }
    }

    extension PredicateExpressions.StringLocalizedCompare: TranslatablePredicateExpression {
        func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
            try translation.ordering(root, other, .localeSensitive)
        }
    }
#else
    extension PredicateExpressions.StringCall: TranslatablePredicateExpression {
        func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
            switch Function.kind {
            case .localizedStandardContains: try translation.search(root, other)
            case .caseInsensitiveCompare: try translation.ordering(root, other, .caseInsensitive)
            case .localizedCompare: try translation.ordering(root, other, .localeSensitive)
            }
        }
    }
#endif
