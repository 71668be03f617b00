import SwiftNames

/// A Swift source: its bytes, its tokens, and what encloses them.
final class SwiftSource: Sendable {
    let bytes: [UInt8]
    /// The tokens with a meaning, in order.
    let tokens: [SwiftToken]
    /// For each token that is a bracket, the other one of the pair; for other tokens, nil.
    let partners: [Int?]
    /// For each token, whether a compiler on Linux reads it: it is in no branch of `#if` that can't be true there.
    let isActive: [Bool]
    /// For each token, whether it is a part of a directive, such as the condition of `#if`.
    let isInDirective: [Bool]
    /// For each token, the number of the innermost branch of `#if` that contains it; 0 outside of all.
    let branches: [Int]
    /// The reason why the source can't be understood, and the place; nil if it can.
    let problem: (reason: String, offset: Int)?
    /// The offsets of the first bytes of lines.
    private let lineStarts: [Int]

    /// Reads a source. Any bytes have a result, but only one without a ``problem`` is to be edited.
    init(_ bytes: [UInt8]) {
        var scanner = SwiftScanner(bytes)
        scanner.scan()
        self.bytes = bytes
        tokens = scanner.tokens.filter { !$0.isTrivia }
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == .lineFeed }.map { $0 + 1 }
        let brackets = Self.partners(of: tokens, bytes)
        partners = brackets.partners
        let conditions = SwiftConditions(tokens, bytes)
        isActive = conditions.isActive
        isInDirective = conditions.isInDirective
        branches = conditions.branches
        if let offset = scanner.unterminatedIndex {
            problem = ("a string or a comment has no end", offset)
        } else if let index = brackets.unmatched {
            problem = ("a bracket has no counterpart", tokens[index].range.lowerBound)
        } else {
            problem = nil
        }
    }

    private static func partners(
        of tokens: [SwiftToken], _ bytes: [UInt8]
    ) -> (partners: [Int?], unmatched: Int?) {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var open: [Int] = []
        var unmatched: Int?
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .interpolation: open.append(index)
            case .interpolationEnd:
                if let last = open.popLast() { (partners[last], partners[index]) = (index, last) }
            case .punctuation:
                switch bytes[token.range.lowerBound] {
                case .openParenthesis, .openBracket, .openBrace: open.append(index)
                case .closeParenthesis, .closeBracket, .closeBrace:
                    guard let last = open.last, closes(tokens[index], tokens[last], bytes) else {
                        unmatched = unmatched ?? index
                        continue
                    }
                    open.removeLast()
                    (partners[last], partners[index]) = (index, last)
                default: break
                }
            default: break
            }
        }
        return (partners, unmatched ?? open.first)
    }

    private static func closes(_ end: SwiftToken, _ start: SwiftToken, _ bytes: [UInt8]) -> Bool {
        switch (bytes[start.range.lowerBound], bytes[end.range.lowerBound]) {
        case (.openParenthesis, .closeParenthesis), (.openBracket, .closeBracket), (.openBrace, .closeBrace):
            start.kind == .punctuation
        default: false
        }
    }

    // MARK: Tokens

    /// The text of a token.
    func text(_ index: Int) -> String { text(tokens[index].range) }

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether there is a token with a kind and a text.
    func isToken(_ index: Int, _ kind: SwiftToken.Kind, _ text: String) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == kind
            && bytes[tokens[index].range].elementsEqual(text.utf8)
    }

    /// Whether there is a word without backticks.
    func isWord(_ index: Int, _ text: String) -> Bool { isToken(index, .identifier, text) }

    /// Whether there is a mark: a bracket, a comma, a colon.
    func isMark(_ index: Int, _ text: String) -> Bool { isToken(index, .punctuation, text) }

    /// The active uses of a macro, such as `#keyPath(…)`: its token, and the parenthesis at its end.
    func uses(ofMacro name: String) -> [(index: Int, close: Int)] {
        tokens.indices.compactMap { index in
            guard isActive[index], isToken(index, .directive, name), isMark(index + 1, "("),
                let close = partners[index + 1]
            else { return nil }
            return (index, close)
        }
    }

    /// The name that a word means, without its backticks; nil if there is none.
    func name(_ index: Int) -> String? {
        guard tokens.indices.contains(index), tokens[index].kind == .identifier else { return nil }
        let text = text(index)
        return text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    }

    /// Whether nothing is between a token and the next one.
    func touchesNext(_ index: Int) -> Bool {
        index + 1 < tokens.count && tokens[index].range.upperBound == tokens[index + 1].range.lowerBound
    }

    /// Whether nothing but spaces and line breaks is in a range of bytes.
    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isSwiftSpace) }

    // MARK: Lines

    /// The number of the line with an offset, from 0.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The line and the column of an offset, from 1. Columns count characters, up to a limit.
    func position(at offset: Int) -> (line: Int, column: Int?) {
        let line = line(at: offset)
        guard offset - lineStarts[line] < Self.maximumColumnOffset else { return (line + 1, nil) }
        let start = lineStarts[line] == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : lineStarts[line]
        return (line + 1, text(min(start, offset)..<offset).count + 1)
    }

    private static let maximumColumnOffset = 4096

    /// The number of lines.
    var lineCount: Int { lineStarts.count }

    /// The offset of the first byte of a line; the end of the source for the line after the last one.
    func start(ofLine line: Int) -> Int { line < lineStarts.count ? lineStarts[line] : bytes.count }

    /// The range of a line without its line break.
    func contents(ofLine line: Int) -> Range<Int> {
        let start = start(ofLine: line)
        var end = self.start(ofLine: line + 1)
        while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
        return start..<end
    }

    /// The spaces and tabs at the beginning of the line with an offset.
    func indentation(at offset: Int) -> String {
        let start = start(ofLine: line(at: offset))
        let from = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
        var end = from
        while end < bytes.count, bytes[end] == .space || bytes[end] == .tab { end += 1 }
        return text(from..<end)
    }

    /// Whether only spaces and tabs are before an offset on its line.
    func isFirstOnLine(_ offset: Int) -> Bool {
        var place = offset
        while place > 0, bytes[place - 1] == .space || bytes[place - 1] == .tab { place -= 1 }
        return place == 0 || bytes[place - 1] == .lineFeed || (place == 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    }

    /// The line break that the source uses: that of its first line.
    var lineBreak: String {
        guard let first = bytes.firstIndex(of: .lineFeed) else { return "\n" }
        return first > 0 && bytes[first - 1] == .carriageReturn ? "\r\n" : "\n"
    }
}
