extension ModelPredicate {
    /// Parses a predicate in the format language.
    ///
    /// O(*n*) in the length of the format. The limit is 100 levels of nesting. A sequence of `AND` or `OR` is one
    /// level, regardless of its length.
    ///
    /// - Parameters:
    ///   - format: The text, such as `name BEGINSWITH[c] %@ AND age > 3`.
    ///   - arguments: The values for `%@`, `%K`, `%d`, and so on, from left to right.
    ///   - surplus: The treatment of arguments without a placeholder.
    public init(
        format: String, arguments: [FormatArgument] = [], surplus: SurplusArguments = .areErrors
    ) throws(FormatError) {
        var parser = try FormatParser(format, arguments: FormatArgumentReader(arguments, surplus: surplus))
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
