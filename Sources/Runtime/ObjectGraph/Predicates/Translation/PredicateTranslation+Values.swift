import Foundation
import ModelExpressions

extension PredicateExpressions.Variable: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        guard let value = translation.bindings[key] else { throw PredicateTranslationError.unsupported(Self.self) }
        return .value(value)
    }
}

extension PredicateExpressions.Value: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        if let range = value as? any TranslatableRange {
            let bounds = try range.bounds()
            return .range(lower: bounds.lower, upper: bounds.upper, isClosed: bounds.isClosed)
        }
        guard let constant = ConstantValue(captured: value) else {
            throw PredicateTranslationError.unsupportedValue(Output.self)
        }
        if case .boolean(let flag) = constant, Output.self == Bool.self { return .predicate(.constant(flag)) }
        return .value(TranslatedValue(.constant(constant)))
    }
}

extension PredicateExpressions.NilLiteral: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) -> TranslatedExpression {
        .value(TranslatedValue(.constant(.null)))
    }
}

extension ConstantValue {
    /// Creates a constant from a value in a predicate; nil for a value of a type that no attribute can store.
    ///
    /// An enumeration is represented by its raw value. A collection may contain enumerations and nil.
    init?(captured value: Any) {
        switch value {
        case let value as any PredicateValue: self = value.predicateValue
        case let character as Character: self = .string(String(character))
        case let text as Substring: self = .string(String(text))
        case let value as any RawRepresentable:
            guard let raw = ConstantValue(captured: value.rawValue) else { return nil }
            self = raw
        case let members as [Any]: self.init(members: members)
        case let members as Set<AnyHashable>: self.init(members: members.map(\.base))
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional, mirror.children.isEmpty else { return nil }
            self = .null
        }
    }

    private init?(members: [Any]) {
        let constants = members.compactMap(ConstantValue.init(captured:))
        guard constants.count == members.count else { return nil }
        self = .collection(constants)
    }
}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let binaryOperator: BinaryOperator =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw PredicateTranslationError.unsupported(Self.self)
            }
        return try translation.binary(binaryOperator, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        try translation.binary(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntDivision: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        try translation.binary(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let left = try translation.value(lhs).explicit()
        return .value(TranslatedValue(.function(.modulus, [left, try translation.value(rhs).explicit()])))
    }
}

extension PredicateExpressions.UnaryMinus: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let operand = try translation.value(wrapped)
        switch operand.constant {
        case .integer(let number)? where number != .min: return .value(TranslatedValue(.constant(.integer(-number))))
        case .real(let number)?: return .value(TranslatedValue(.constant(.real(-number))))
        default: return .value(TranslatedValue(.unary(.negate, try operand.explicit())))
        }
    }
}

extension PredicateTranslation {
    fileprivate mutating func binary(
        _ binaryOperator: BinaryOperator, _ left: Any, _ right: Any
    ) throws -> TranslatedExpression {
        let left = try value(left).explicit()
        return .value(TranslatedValue(.binary(binaryOperator, left, try value(right).explicit())))
    }

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
