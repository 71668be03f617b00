public import ModelDiagnostics
public import ModelSchema

extension Diagnostic.Code {
    /// The text is not a predicate or not an expression.
    public static let expressionSyntax = Diagnostic.Code("expression-syntax")
    /// A key path names a property that does not exist.
    public static let expressionUnknownKey = Diagnostic.Code("expression-unknown-key")
    /// A key path continues after a value that has no properties.
    public static let expressionKeyOfValue = Diagnostic.Code("expression-key-of-value")
    /// A to-many relationship is compared as if it were a single value.
    public static let expressionToManyWithoutQuantifier = Diagnostic.Code("expression-to-many-without-quantifier")
    /// A quantifier or a collection operator is applied to a single value.
    public static let expressionNotACollection = Diagnostic.Code("expression-not-a-collection")
    /// The types of two sides, or of an operator and its operand, never match.
    public static let expressionTypeMismatch = Diagnostic.Code("expression-type-mismatch")
    /// `BETWEEN` does not have two values on its right.
    public static let expressionBetweenBounds = Diagnostic.Code("expression-between-bounds")
    /// A fetch depends on a value that is not stored.
    public static let expressionTransientKey = Diagnostic.Code("expression-transient-key")
    /// A variable is used as values of different types.
    public static let expressionVariableConflict = Diagnostic.Code("expression-variable-conflict")
    /// A variable cannot have a value.
    public static let expressionUnknownVariable = Diagnostic.Code("expression-unknown-variable")
    /// No store keeps a derivation up to date.
    public static let expressionUnsupportedDerivation = Diagnostic.Code("expression-unsupported-derivation")
}

extension Diagnostic {
    /// The error of the parser, at the element of the model that contains the text.
    public static func invalidFormat(_ error: FormatError, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionSyntax, "\(error.message), at character \(error.column)", at: path, hint: error.hint)
    }

    static func unknownKey(
        _ key: String, of owner: String, nearest: String?, descendant: String?, at path: SchemaPath
    ) -> Diagnostic {
        var hint = "put quotes around \(key) if it is a value, or use a property that '\(owner)' declares or inherits"
        if let nearest { hint = "did you mean '\(nearest)'?" }
        if let descendant { hint = "only '\(descendant)' has it: fetch that entity instead" }
        return Diagnostic(.error, .expressionUnknownKey, "'\(owner)' has no property '\(key)'", at: path, hint: hint)
    }

    static func keyPathThroughValue(_ key: String, of type: ExpressionType, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionKeyOfValue, "a value of type \(type) has no property '\(key)'", at: path,
            hint: "end the key path before '\(key)'")
    }

    static func toManyWithoutQuantifier(_ expression: ModelExpression, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionToManyWithoutQuantifier, "'\(expression)' has many values but is compared as one",
            at: path, hint: "put ANY, ALL, or NONE before it, or compare a number such as its @count")
    }

    static func transientKey(_ key: String, of owner: String, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionTransientKey, "'\(owner).\(key)' is transient, so a store cannot compare it", at: path,
            hint: "use stored properties, or filter the objects after the fetch")
    }

    static func notACollection(_ what: String, on operand: String, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .warning, .expressionNotACollection, "\(what) is applied to '\(operand)', which is a single value",
            at: path,
            hint: "remove \(what), or name a to-many")
    }

    static func mismatch(
        _ comparison: ModelComparison, _ left: ExpressionType, _ right: ExpressionType, at path: SchemaPath
    ) -> Diagnostic {
        Diagnostic(
            .warning, .expressionTypeMismatch,
            "\(comparison.operator.rawValue) cannot compare '\(comparison.left)' of type \(left) with type \(right)",
            at: path,
            hint: left.family == .date || right.family == .date
                ? "write CAST(seconds since 2001, \"NSDate\") for a date" : "compare values of the same type")
    }

    static func operandMismatch(
        _ what: String, expects expected: ExpressionType.Family, _ type: ExpressionType, at path: SchemaPath
    ) -> Diagnostic {
        Diagnostic(
            .warning, .expressionTypeMismatch, "\(what) needs a \(expected.rawValue) but gets type \(type)", at: path,
            hint: "give it a \(expected.rawValue)")
    }

    static func invalidBetweenBounds(at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionBetweenBounds, "BETWEEN needs two values on its right", at: path,
            hint: "write BETWEEN {least, greatest}")
    }

    static func variableConflict(
        _ name: String, _ first: ExpressionType, _ second: ExpressionType, at path: SchemaPath
    ) -> Diagnostic {
        Diagnostic(
            .error, .expressionVariableConflict, "variable $\(name) is used as both \(first) and \(second)", at: path,
            hint: "use two variables")
    }

    static func unknownVariable(_ name: String, nearest: String?, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .error, .expressionUnknownVariable, "variable $\(name) has no value", at: path,
            hint: nearest.map { "did you mean $\($0)?" } ?? "use $FETCH_SOURCE or $FETCHED_PROPERTY")
    }

    static func unsupportedDerivation(_ expression: ModelExpression, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .warning, .expressionUnsupportedDerivation, "no store keeps '\(expression)' up to date", at: path,
            hint: "use a key path, items.@count, items.price.@sum, canonical:(key), uppercase:, lowercase:, or now()")
    }

    static func derivationMismatch(_ own: ExpressionType, _ found: ExpressionType, at path: SchemaPath) -> Diagnostic {
        Diagnostic(
            .warning, .expressionTypeMismatch, "the attribute has type \(own), but its derivation has type \(found)",
            at: path, hint: "change the type of the attribute")
    }
}
