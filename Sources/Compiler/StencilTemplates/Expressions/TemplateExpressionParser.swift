/// Reads the expressions in a tag, after Stencil's rules: `in` binds least, then `or`, `and`, `not`, comparisons.
struct TemplateExpressionParser {
    private static let comparisons = ["==", "!=", ">", ">=", "<", "<="]
    /// Beyond any template in practice, and far below the limit of the stack.
    private static let maximumDepth = 100
    /// Each operator is inside the next one, because operators of the same kind are applied from left to right.
    private static let maximumOperatorCount = 300

    private let source: TemplateSource
    /// Scalars instead of characters, because finding the end of a character needs Unicode tables, and every sign of a
    /// template is one scalar.
    private var rest: Substring.UnicodeScalarView
    private var depth = 0
    private var operatorCount = 0

    /// - Parameter text: A part of the source.
    init(_ text: Substring, in source: TemplateSource) {
        self.source = source
        rest = text.unicodeScalars
        skipBlanks()
    }

    var isAtEnd: Bool { rest.isEmpty }
    /// The place of the next token.
    var position: String.Index { rest.startIndex }

    /// Takes the next word, if any: everything up to a space.
    mutating func word() -> (text: String, start: String.Index)? {
        let word = rest.prefix { !Self.isBlank($0) }
        guard !word.isEmpty else { return nil }
        rest = rest[word.endIndex...]
        skipBlanks()
        return (String(word), word.startIndex)
    }

    /// Takes a word if it is next.
    mutating func take(_ expected: String) -> Bool {
        guard rest.starts(with: expected.unicodeScalars) else { return false }
        let behind = rest.dropFirst(expected.unicodeScalars.count)
        guard behind.first.map({ Self.isBlank($0) || $0 == "(" || $0 == ")" }) ?? true else { return false }
        rest = behind
        skipBlanks()
        return true
    }

    /// Takes a condition.
    mutating func condition() throws(TemplateError) -> TemplateExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else { throw syntax("this expression is nested too deeply") }
        var left = try alternative()
        while try takeOperator("in") { left = .comparison(left, "in", try alternative()) }
        return left
    }

    /// Takes a value with its filters, or a range of numbers.
    mutating func value() throws(TemplateError) -> TemplateExpression {
        var result = try operand()
        if takeSign("|") { result = .filtered(result, try filterCalls()) }
        return result
    }

    /// Takes filters, one after the other.
    mutating func filterCalls() throws(TemplateError) -> [TemplateExpression.FilterCall] {
        var calls = [try filterCall()]
        while takeSign("|") { calls.append(try filterCall()) }
        return calls
    }

    /// Takes the name of a filter, and its arguments.
    private mutating func filterCall() throws(TemplateError) -> TemplateExpression.FilterCall {
        let start = rest.startIndex
        let name = rest.prefix { Self.isPlain($0) }
        guard !name.isEmpty else { throw syntax("the name of a filter is missing") }
        rest = rest[name.endIndex...]
        skipBlanks()
        var arguments: [TemplateExpression] = []
        if takeSign(":") {
            repeat { arguments.append(try operand()) } while takeSign(",")
        }
        return .init(name: String(name), start: start, arguments: arguments)
    }

    /// Throws an error if text remains.
    func expectEnd() throws(TemplateError) {
        guard isAtEnd else { throw syntax("'\(String(rest.prefix { !Self.isBlank($0) }))' is not expected here") }
    }

    func syntax(_ message: String) -> TemplateError { .syntax(message, in: source, at: rest.startIndex) }

    private mutating func alternative() throws(TemplateError) -> TemplateExpression {
        var left = try conjunction()
        while try takeOperator("or") { left = .either(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(TemplateError) -> TemplateExpression {
        var left = try negation()
        while try takeOperator("and") { left = .both(left, try negation()) }
        return left
    }

    private mutating func negation() throws(TemplateError) -> TemplateExpression {
        var isNegated = false
        while take("not") { isNegated.toggle() }
        let result = try comparison()
        return isNegated ? .not(result) : result
    }

    private mutating func comparison() throws(TemplateError) -> TemplateExpression {
        var left = try group()
        while let sign = try takeComparison() { left = .comparison(left, sign, try group()) }
        return left
    }

    private mutating func takeComparison() throws(TemplateError) -> String? {
        for sign in Self.comparisons where try takeOperator(sign) { return sign }
        return nil
    }

    private mutating func takeOperator(_ sign: String) throws(TemplateError) -> Bool {
        guard take(sign) else { return false }
        operatorCount += 1
        guard operatorCount <= Self.maximumOperatorCount else {
            throw syntax("a tag can have at most \(Self.maximumOperatorCount) operators")
        }
        return true
    }

    private mutating func group() throws(TemplateError) -> TemplateExpression {
        guard takeSign("(") else { return try value() }
        let result = try condition()
        guard takeSign(")") else { throw syntax("a closing parenthesis is missing") }
        return result
    }

    private mutating func operand() throws(TemplateError) -> TemplateExpression {
        guard let first = rest.first else { throw syntax("a value is missing") }
        if first == "\"" || first == "'" { return .text(try literal(closing: first)) }
        let word = operandWord()
        guard !word.isEmpty else { throw syntax("'\(first)' is not expected here") }
        rest = rest[word.endIndex...]
        skipBlanks()
        if let dots = word.firstRange(of: "...") {
            let (first, last) = (word[..<dots.lowerBound], word[dots.upperBound...])
            return .range(try Self.plain(first, in: source), try Self.plain(last, in: source))
        }
        return try Self.plain(word, in: source)
    }

    private mutating func literal(closing quote: Unicode.Scalar) throws(TemplateError) -> String {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: quote) else { throw syntax("this string has no closing quote") }
        rest = inside[inside.index(after: end)...]
        skipBlanks()
        return String(inside[..<end])
    }

    /// Up to a sign or a space. Brackets can contain anything.
    private func operandWord() -> Substring {
        var level = 0
        let word = rest.prefix { scalar in
            if scalar == "[" { level += 1 }
            if scalar == "]" { level -= 1 }
            return level > 0 || Self.isPlain(scalar)
        }
        return Substring(word)
    }

    private static func plain(
        _ word: Substring, in source: TemplateSource
    ) throws(TemplateError) -> TemplateExpression {
        if let integer = Int(word) { return .integer(integer) }
        if let number = Float(word) { return .number(number) }
        if let flag = Bool(String(word)) { return .flag(flag) }
        return .path(try TemplatePathParser.path(word, in: source))
    }

    private mutating func takeSign(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == sign else { return false }
        rest = rest.dropFirst()
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() { rest = rest.drop { Self.isBlank($0) } }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "|", ":", ",", "(", ")", "\"", "'": false
        default: !isBlank(scalar)
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t"..."\r": true
        default: !scalar.isASCII && scalar.properties.isWhitespace
        }
    }
}

/// Reads `a.b[c.d].e`.
enum TemplatePathParser {
    private static let maximumDepth = 20

    static func path(_ text: Substring, in source: TemplateSource) throws(TemplateError) -> TemplatePath {
        try path(text, in: source, depth: 0)
    }

    private static func path(
        _ text: Substring, in source: TemplateSource, depth: Int
    ) throws(TemplateError) -> TemplatePath {
        var steps: [TemplatePath.Step] = []
        var rest = text
        repeat {
            let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
            guard !name.isEmpty else { throw .syntax("'\(text)' lacks a name", in: source, at: rest.startIndex) }
            steps.append(.name(String(name), at: name.startIndex))
            rest = rest[name.endIndex...]
            while rest.first == "[" {
                let inside = try bracketed(rest, of: text, in: source)
                guard depth < maximumDepth else {
                    throw .syntax("these brackets are nested too deeply", in: source, at: rest.startIndex)
                }
                steps.append(.value(try path(inside, in: source, depth: depth + 1), at: inside.startIndex))
                rest = text[text.index(after: inside.endIndex)...]
            }
            guard rest.first != "]", rest.isEmpty || rest.first == "." else {
                throw .syntax("'\(text)' has an extra bracket or a missing dot", in: source, at: rest.startIndex)
            }
            if rest.isEmpty { break }
            rest = rest.dropFirst()
        } while true
        return TemplatePath(text: String(text), steps: steps)
    }

    /// The contents of the brackets at the start of a text.
    private static func bracketed(
        _ rest: Substring, of text: Substring, in source: TemplateSource
    ) throws(TemplateError) -> Substring {
        var level = 0
        for index in rest.indices {
            if rest[index] == "[" { level += 1 }
            if rest[index] == "]" { level -= 1 }
            if level == 0 { return rest[rest.index(after: rest.startIndex)..<index] }
        }
        throw .syntax("'\(text)' has no closing bracket", in: source, at: rest.startIndex)
    }
}
