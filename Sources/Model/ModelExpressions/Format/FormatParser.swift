/// Parses the format language by operator precedence, with its own stack and without backtracking.
///
/// A parenthesis can open a predicate or an expression. Trying both would take exponential time for nested parentheses,
/// so one grammar parses either, and each operator checks its operands. No function calls itself, so no text overflows
/// the stack.
struct FormatParser {
    /// The greatest number of levels in a tree.
    ///
    /// Printing, evaluating, and destroying a tree are recursive. With this limit, they need less than the half
    /// megabyte of stack that a thread has on Apple's platforms, even in a debug build.
    static let nestingLimit = 100

    var lexer: FormatLexer
    var token: FormatToken
    var arguments: FormatArgumentReader
    var frames = [FormatFrame(bracket: .text, start: 0)]

    init(_ format: String, arguments: FormatArgumentReader) throws(FormatError) {
        lexer = FormatLexer(format)
        token = try lexer.next()
        self.arguments = arguments
    }

    mutating func parsePredicate() throws(FormatError) -> ModelPredicate { try predicate(parse()) }

    mutating func parseExpression() throws(FormatError) -> ModelExpression { try expression(parse()) }

    /// Parses the whole text.
    private mutating func parse() throws(FormatError) -> FormatOperand {
        while true {
            var operand = try parseOperand()
            // Parses the tokens after an operand. Paths and brackets belong to it; operators and commas require another
            // operand.
            while true {
                if token.isSign(.dot) {
                    operand = try parsePath(of: operand)
                } else if token.isSign(.openBracket) {
                    guard let element = try parseElement(of: operand) else { break }
                    operand = element
                } else if let operation = try parseInfix() {
                    try push(operation, after: operand)
                    break
                } else if token.isSign(.comma), frames[frames.count - 1].bracket.isList {
                    try frames[frames.count - 1].members.append(completed(operand))
                    try advance()
                    break
                } else if case .end = token.kind, frames.count == 1 {
                    return try complete(operand)
                } else {
                    operand = try close(after: operand)
                }
            }
        }
    }

    /// Checks that no argument is unused at the end of the text.
    private mutating func complete(_ operand: FormatOperand) throws(FormatError) -> FormatOperand {
        let result = try completed(operand)
        if let extraCount = arguments.extraCount {
            throw lexer.error(
                .extraArguments, at: lexer.bytes.count, "arguments without a placeholder: \(extraCount)",
                hint: "remove them, or add %@ where they belong")
        }
        return result
    }

    // MARK: Operands

    /// Reads to the end of the next atom, and puts operators and brackets before it on the stack.
    private mutating func parseOperand() throws(FormatError) -> FormatOperand {
        while true {
            if let operation = try parsePrefix() {
                frames[frames.count - 1].operations.append(operation)
            } else if let bracket = try parseOpening() {
                frames.append(bracket)
                if bracket.bracket.isList, let end = bracket.bracket.end, token.isSign(end) {
                    return try closeList([])
                }
            } else {
                return try parseAtom()
            }
        }
    }

    /// Reads an operator before its operand.
    private mutating func parsePrefix() throws(FormatError) -> FormatOperation? {
        guard let kind = token.prefixOperation else { return nil }
        let start = token.range.lowerBound
        if case .unary = kind {
        } else if let last = frames.last?.operations.last, !last.kind.takesConditions {
            throw unexpectedToken(hint: "put a key or a value here, or the condition in parentheses")
        }
        let operation = FormatOperation(kind: kind, start: start)
        try advance()
        return operation
    }

    /// Reads an opening bracket with the word before it.
    private mutating func parseOpening() throws(FormatError) -> FormatFrame? {
        let start = token.range.lowerBound
        let bracket: FormatFrame.Bracket
        switch token.kind {
        case .sign(.openParenthesis): bracket = .parenthesis
        case .sign(.openBrace): bracket = .aggregate
        case .sign(.openBracket): bracket = .bracketedList
        case .word(let word) where word.takesArguments:
            guard lexer.isParenthesisNext else { throw reservedWord() }
            try advance()
            bracket = .word(word)
        case .functionName(let name):
            try advance()
            guard token.isSign(.openParenthesis) else {
                throw unexpectedToken(hint: "put the arguments of \(name) in parentheses")
            }
            bracket = .function(name)
        case .name(let name) where lexer.isParenthesisNext:
            try advance()
            bracket = .function(name)
        default: return nil
        }
        try advance()
        return FormatFrame(bracket: bracket, start: start)
    }

    // MARK: Tokens

    mutating func advance() throws(FormatError) { token = try lexer.next() }

    mutating func advancing(_ operand: FormatOperand) throws(FormatError) -> FormatOperand {
        try advance()
        return operand
    }

    func unexpectedToken(hint: String) -> FormatError {
        if case .end = token.kind {
            return lexer.error(.unexpectedToken, at: token.range.lowerBound, "the text ends unexpectedly", hint: hint)
        }
        let text = lexer.excerpt(token.range)
        return lexer.error(.unexpectedToken, at: token.range.lowerBound, "unexpected \(text)", hint: hint)
    }

    /// Reports a word that cannot start an expression. It is probably a key.
    func reservedWord() -> FormatError {
        let text = lexer.excerpt(token.range)
        return lexer.error(
            .unexpectedToken, at: token.range.lowerBound, "unexpected keyword \(text)",
            hint: "put a value or a condition before it; write #\(text) for a key of this name")
    }
}
