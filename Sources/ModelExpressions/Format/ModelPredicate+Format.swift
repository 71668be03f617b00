extension ModelPredicate {
    /// Parses a predicate in the format language.
    ///
    /// Linear in the length of the format. Nesting is limited to 100 levels; rows of `AND` and `OR` are one level,
    /// however long.
    ///
    /// - Parameters:
    ///   - format: The text, such as `name BEGINSWITH[c] %@ AND age > 3`.
    ///   - arguments: What takes the place of `%@`, `%K`, `%d` and so on, from left to right.
    ///   - surplus: What becomes of arguments without a placeholder.
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

    /// The predicate in the format language, with `%@` for what has no spelling.
    public var description: String { printed.format }
}
