extension ModelPredicate {
    /// Parses a predicate in the format language.
    ///
    /// O(*n*) in the length of the format. The limit is 100 levels of nesting. A sequence of `AND` or `OR` is one
    /// level, regardless of its length.
    ///
    /// - Parameters:
    ///   - format: The text, such as `name BEGINSWITH[c] %@ AND age > 3`.
    ///   - arguments: The values for `%@`, `%K`, `%d`, and so on, from left to right.
    ///   - extraArguments: The treatment of arguments without a placeholder.
    /// - Throws: ``FormatError``, with the position of the problem, and what to do about it.
    public init(
        format: String, arguments: [FormatArgument] = [], extraArguments: ExtraArguments = .rejected
    ) throws(FormatError) {
        try self.init(format: format, possibleArguments: arguments.map { .success($0) }, extraArguments: extraArguments)
    }

    /// Does the same with arguments some of which cannot be used. The error for one of these is about its placeholder.
    package init(
        format: String, possibleArguments: [Result<FormatArgument, UnusableArgumentError>],
        extraArguments: ExtraArguments
    ) throws(FormatError) {
        let arguments = FormatArgumentReader(possibleArguments, extraArguments: extraArguments)
        var parser = try FormatParser(format, arguments: arguments)
        self = try parser.parsePredicate()
    }
}

extension ModelPredicate: CustomStringConvertible {
    /// The predicate in the format language.
    public var printed: PrintedFormat {
        var printer = FormatPrinter()
        printer.print(self)
        return printer.result
    }

    /// The predicate in the format language, with `%@` for the parts that text cannot represent.
    public var description: String { printed.format }
}

extension ModelExpression {
    /// Parses an expression in the format language, such as `price * %@`.
    ///
    /// - Parameters:
    ///   - format: The text.
    ///   - arguments: The values for the placeholders, from left to right.
    ///   - extraArguments: The treatment of arguments without a placeholder.
    /// - Throws: ``FormatError``, with the position of the problem, and what to do about it.
    public init(
        format: String, arguments: [FormatArgument] = [], extraArguments: ExtraArguments = .rejected
    ) throws(FormatError) {
        try self.init(format: format, possibleArguments: arguments.map { .success($0) }, extraArguments: extraArguments)
    }

    /// Does the same with arguments some of which cannot be used. The error for one of these is about its placeholder.
    package init(
        format: String, possibleArguments: [Result<FormatArgument, UnusableArgumentError>],
        extraArguments: ExtraArguments
    ) throws(FormatError) {
        let arguments = FormatArgumentReader(possibleArguments, extraArguments: extraArguments)
        var parser = try FormatParser(format, arguments: arguments)
        self = try parser.parseExpression()
    }

    /// Parses the expression of a derived attribute: `items.@count`, `canonical:(name)`, `now()`, `owner.name`.
    ///
    /// A model has no arguments and no values of variables, so placeholders and variables are errors.
    /// ``ExpressionChecker`` checks whether a store can keep the value up to date.
    ///
    /// - Throws: ``FormatError``, with the position of the problem, and what to do about it.
    public init(derivation: String) throws(FormatError) {
        var lexer = FormatLexer(derivation)
        scan: while true {
            let token = try lexer.next()
            switch token.kind {
            case .end: break scan
            case .placeholder, .variable:
                throw lexer.error(
                    .unsupported, at: token.range.lowerBound,
                    "a derivation cannot use \(lexer.excerpt(token.range))", hint: "name a property of the entity")
            default: continue
            }
        }
        self = try ModelExpression(format: derivation)
        if hasMisplacedOperator {
            let offset = derivation.utf8.firstIndex(of: UInt8(ascii: "@")) ?? derivation.utf8.startIndex
            throw lexer.error(
                .unsupported, at: derivation.utf8.distance(from: derivation.utf8.startIndex, to: offset),
                "the operator of a derivation is not at the end of the path", hint: "write items.value.@sum")
        }
    }

    /// Whether a path continues after an operator on a collection (rule DRV-4).
    fileprivate var hasMisplacedOperator: Bool {
        switch self {
        case .keyPath(let path, of: _):
            path.components.dropLast().contains { if case .collectionOperator = $0 { true } else { false } }
        case .function(_, let arguments): arguments.contains(where: \.hasMisplacedOperator)
        default: false
        }
    }
}

extension ModelExpression: CustomStringConvertible {
    /// The expression in the format language.
    public var printed: PrintedFormat {
        var printer = FormatPrinter()
        printer.print(self)
        return printer.result
    }

    /// The expression in the format language, with `%@` for the parts that text cannot represent.
    public var description: String { printed.format }
}
