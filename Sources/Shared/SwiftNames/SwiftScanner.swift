/// Splits the bytes of a Swift source into tokens, without recursion, so that no source is too deep.
///
/// Any bytes are a source: what is neither word, number, comment, nor string is punctuation, byte by byte.
///
/// The time is linear in the size of the source. Only the searches for the ends of regular expressions and of strings
/// with number signs read bytes that are read again. In a hostile source, each could read everything that follows, so
/// all of them together can read a few times as many bytes as the source has. After that, they find nothing.
package struct SwiftScanner {
    /// What encloses the current place.
    private enum Enclosure {
        /// Code in an interpolation, with the number of parentheses that are open in it.
        case interpolation(openCount: Int)
        case string(SwiftString)
    }

    /// A string literal that is being read.
    private struct SwiftString {
        var numberSignCount: Int
        var isMultiline: Bool
    }

    private let bytes: [UInt8]
    private var index = 0
    private var enclosures: [Enclosure] = []
    package private(set) var tokens: [SwiftToken] = []
    /// The place of the first comment or string without an end; nil if there is none.
    package private(set) var unterminatedIndex: Int?
    /// The last token with a meaning, which decides whether a slash can begin a regular expression.
    private var lastMeaning: SwiftToken?
    /// The number of bytes that searches can still read in vain. No source that people write needs nearly as many.
    private var remainingSearchByteCount: Int
    /// The least number of signs for which an extended regular expression had no end. Later ones with as many signs
    /// have none either, because a search passes the places of those after it.
    private var unendedSignCount = Int.max

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        remainingSearchByteCount = 1_000 + 4 * bytes.count
        tokens.reserveCapacity(bytes.count / 3)
    }

    /// Reads all tokens.
    package mutating func scan() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { add(.space, to: 3) }
        // The first line of a script.
        if peek(0) == .numberSign, peek(1) == .exclamation { add(.lineComment, to: endOfLine(from: index)) }
        while index < bytes.count {
            if case .string(let string) = enclosures.last { scanText(of: string) } else { scanCode() }
        }
        if !enclosures.isEmpty, unterminatedIndex == nil { unterminatedIndex = bytes.count }
    }

    // MARK: Code

    private mutating func scanCode() {
        let byte = bytes[index]
        switch byte {
        case .space, .tab, .lineFeed, .carriageReturn, 0x0B, 0x0C, 0:
            add(.space, to: end(from: index + 1) { $0.isSwiftSpace })
        case .slash where peek(1) == .slash: add(.lineComment, to: endOfLine(from: index))
        case .slash where peek(1) == .star: scanBlockComment()
        case .slash: scanSlash()
        case .quote: beginString(numberSignCount: 0)
        case .numberSign: scanNumberSign()
        case .backtick: scanBacktick()
        case .at:
            let end = end(from: index + 1) { $0.isSwiftWord }
            add(end == index + 1 ? .punctuation : .attribute, to: end)
        case .zero ... .nine: scanNumber()
        case let byte where byte.isSwiftWord: add(.identifier, to: end(from: index + 1) { $0.isSwiftWord })
        case .openParenthesis: scanParenthesis(change: 1)
        case .closeParenthesis: scanParenthesis(change: -1)
        default: add(.punctuation, to: index + 1)
        }
    }

    private mutating func scanParenthesis(change: Int) {
        guard case .interpolation(let openCount) = enclosures.last else { return add(.punctuation, to: index + 1) }
        if openCount + change == 0 {
            enclosures.removeLast()
            add(.interpolationEnd, to: index + 1)
        } else {
            enclosures[enclosures.count - 1] = .interpolation(openCount: openCount + change)
            add(.punctuation, to: index + 1)
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        var place = index
        repeat {
            guard place + 1 < bytes.count else {
                unterminatedIndex = unterminatedIndex ?? index
                return add(.blockComment, to: bytes.count)
            }
            switch (bytes[place], bytes[place + 1]) {
            case (.slash, .star): (depth, place) = (depth + 1, place + 2)
            case (.star, .slash): (depth, place) = (depth - 1, place + 2)
            default: place += 1
            }
        } while depth > 0
        add(.blockComment, to: place)
    }

    private mutating func scanBacktick() {
        let end = end(from: index + 1) { $0 != .backtick && !$0.isSwiftLineBreak }
        guard end < bytes.count, bytes[end] == .backtick, end > index + 1 else {
            return add(.punctuation, to: index + 1)
        }
        add(.identifier, to: end + 1)
    }

    private mutating func scanNumber() {
        var place = end(from: index + 1) { $0.isSwiftWord }
        // A point belongs to the number if a digit follows; otherwise, it accesses a member.
        if place + 1 < bytes.count, bytes[place] == .point, (.zero ... .nine).contains(bytes[place + 1]) {
            place = end(from: place + 1) { $0.isSwiftWord }
        }
        add(.number, to: place)
    }

    private mutating func scanNumberSign() {
        let afterSigns = end(from: index) { $0 == .numberSign }
        if afterSigns < bytes.count, bytes[afterSigns] == .quote {
            return beginString(numberSignCount: afterSigns - index)
        }
        if afterSigns < bytes.count, bytes[afterSigns] == .slash,
            let end = endOfExtendedRegularExpression(afterSigns)
        {
            return add(.regularExpression, to: end)
        }
        // All signs at once, because looking at those that follow each of them would take quadratic time.
        while index < afterSigns - 1 { add(.punctuation, to: index + 1) }
        let end = end(from: index + 1) { $0.isSwiftWord }
        add(end == index + 1 ? .punctuation : .directive, to: end)
    }

    // MARK: Regular expressions

    /// The end of a regular expression between slashes and number signs; nil if these are only operators.
    private mutating func endOfExtendedRegularExpression(_ slash: Int) -> Int? {
        let signCount = slash - index
        guard signCount < unendedSignCount, remainingSearchByteCount > 0 else { return nil }
        var place = slash + 1
        while place < bytes.count {
            if bytes[place] == .slash, hasSigns(signCount, at: place + 1) { return place + 1 + signCount }
            place += bytes[place] == .backslash ? 2 : 1
        }
        unendedSignCount = signCount
        remainingSearchByteCount -= bytes.count - slash
        return nil
    }

    /// Reads an operator, or a regular expression, which begins where an expression can, has no space at its ends, and
    /// ends on its line.
    private mutating func scanSlash() {
        guard canBeginExpression, let end = endOfRegularExpression() else { return add(.punctuation, to: index + 1) }
        add(.regularExpression, to: end)
    }

    private var canBeginExpression: Bool {
        guard let last = lastMeaning else { return true }
        switch last.kind {
        case .punctuation:
            let byte = bytes[last.range.lowerBound]
            return byte != .closeParenthesis && byte != .closeBracket && byte != .closeBrace && byte != .question
                && byte != .exclamation && byte != .slash
        case .identifier: return Self.wordsBeforeExpressions.contains(Array(bytes[last.range]))
        case .interpolation: return true
        default: return false
        }
    }

    private static let wordsBeforeExpressions: Set<[UInt8]> = Set(
        ["return", "case", "in", "if", "guard", "while", "try", "await", "else", "where"].map { Array($0.utf8) })

    private mutating func endOfRegularExpression() -> Int? {
        guard remainingSearchByteCount > 0, let first = peek(1), !first.isSwiftSpace, first != .slash, first != .star
        else { return nil }
        let (end, isFound) = searchRegularExpression()
        if !isFound { remainingSearchByteCount -= end - index }
        return isFound ? end : nil
    }

    /// The end of the regular expression that begins at the current slash, or the place where a search for it fails.
    private func searchRegularExpression() -> (end: Int, isFound: Bool) {
        var place = index + 1
        var openCount = 0
        var isInClass = false
        while place < bytes.count {
            switch bytes[place] {
            case let byte where byte.isSwiftLineBreak: return (place, false)
            case .backslash:
                // A line break is never escaped.
                if place + 1 < bytes.count, !bytes[place + 1].isSwiftLineBreak { place += 1 }
            case .openBracket: isInClass = true
            case .closeBracket: isInClass = false
            case .openParenthesis where !isInClass: openCount += 1
            case .closeParenthesis where !isInClass:
                openCount -= 1
                if openCount < 0 { return (place, false) }
            case .slash where !isInClass:
                return (place + 1, openCount == 0 && !bytes[place - 1].isSwiftSpace)
            default: break
            }
            place += 1
        }
        return (place, false)
    }

    // MARK: Strings

    private mutating func beginString(numberSignCount: Int) {
        let quote = index + numberSignCount
        let isMultiline =
            isQuote(at: quote + 1) && isQuote(at: quote + 2) && !endsOnLine(from: quote + 2, numberSignCount)
        let end = quote + (isMultiline ? 3 : 1)
        add(.quote, to: end)
        enclosures.append(.string(SwiftString(numberSignCount: numberSignCount, isMultiline: isMultiline)))
    }

    /// Whether a string with number signs, which begins with three quotes, ends on its line: then it is a string of one
    /// line whose text begins with a quote.
    private mutating func endsOnLine(from start: Int, _ numberSignCount: Int) -> Bool {
        guard numberSignCount > 0, remainingSearchByteCount > 0 else { return false }
        let end = endOfLine(from: start)
        let found = (start..<max(start, end)).first { bytes[$0] == .quote && hasSigns(numberSignCount, at: $0 + 1) }
        // Also if it is found, because strings in interpolations can begin before the same end.
        remainingSearchByteCount -= end - start
        return found != nil
    }

    /// Reads to the end of the string or to the next interpolation.
    private mutating func scanText(of string: SwiftString) {
        var place = index
        while place < bytes.count {
            switch bytes[place] {
            case .backslash where hasSigns(string.numberSignCount, at: place + 1):
                let escaped = place + 1 + string.numberSignCount
                if escaped < bytes.count, bytes[escaped] == .openParenthesis {
                    if place > index { add(.text, to: place) }
                    add(.interpolation, to: escaped + 1)
                    enclosures.append(.interpolation(openCount: 1))
                    return
                }
                // A line break is never escaped in a string of one line.
                let isBreak = escaped < bytes.count && bytes[escaped].isSwiftLineBreak
                place = isBreak ? escaped : escaped + 1
            case let byte where byte.isSwiftLineBreak && !string.isMultiline:
                unterminatedIndex = unterminatedIndex ?? place
                if place > index { add(.text, to: place) }
                enclosures.removeLast()
                return
            case .quote where ends(string, at: place):
                if place > index { add(.text, to: place) }
                add(.quote, to: place + (string.isMultiline ? 3 : 1) + string.numberSignCount)
                enclosures.removeLast()
                return
            default: place += 1
            }
        }
        unterminatedIndex = unterminatedIndex ?? bytes.count
        if index < bytes.count { add(.text, to: bytes.count) }
        enclosures.removeLast()
    }

    private func ends(_ string: SwiftString, at place: Int) -> Bool {
        guard string.isMultiline else { return hasSigns(string.numberSignCount, at: place + 1) }
        return isQuote(at: place + 1) && isQuote(at: place + 2) && hasSigns(string.numberSignCount, at: place + 3)
    }

    private func hasSigns(_ count: Int, at place: Int) -> Bool {
        guard place + count <= bytes.count else { return false }
        return bytes[place..<(place + count)].allSatisfy { $0 == .numberSign }
    }

    private func isQuote(at place: Int) -> Bool { place < bytes.count && bytes[place] == .quote }

    // MARK: Bytes

    private func peek(_ distance: Int) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    private func end(from start: Int, while isPart: (UInt8) -> Bool) -> Int {
        var place = start
        while place < bytes.count, isPart(bytes[place]) { place += 1 }
        return place
    }

    private func endOfLine(from start: Int) -> Int { end(from: start) { !$0.isSwiftLineBreak } }

    private mutating func add(_ kind: SwiftToken.Kind, to end: Int) {
        let token = SwiftToken(kind: kind, range: index..<min(end, bytes.count))
        tokens.append(token)
        if !token.isTrivia { lastMeaning = token }
        index = token.range.upperBound
    }
}

extension UInt8 {
    package static let tab = UInt8(ascii: "\t")
    package static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let space = UInt8(ascii: " ")
    package static let exclamation = UInt8(ascii: "!")
    package static let quote = UInt8(ascii: "\"")
    package static let numberSign = UInt8(ascii: "#")
    package static let openParenthesis = UInt8(ascii: "(")
    package static let closeParenthesis = UInt8(ascii: ")")
    package static let star = UInt8(ascii: "*")
    package static let comma = UInt8(ascii: ",")
    package static let point = UInt8(ascii: ".")
    package static let slash = UInt8(ascii: "/")
    package static let zero = UInt8(ascii: "0")
    package static let nine = UInt8(ascii: "9")
    package static let colon = UInt8(ascii: ":")
    package static let question = UInt8(ascii: "?")
    package static let at = UInt8(ascii: "@")
    package static let openBracket = UInt8(ascii: "[")
    package static let backslash = UInt8(ascii: "\\")
    package static let closeBracket = UInt8(ascii: "]")
    package static let backtick = UInt8(ascii: "`")
    package static let openBrace = UInt8(ascii: "{")
    package static let closeBrace = UInt8(ascii: "}")

    /// Whether the byte separates tokens. A null counts, as for the compiler, which warns about it.
    package var isSwiftSpace: Bool {
        self == .space || self == .tab || self == .lineFeed || self == .carriageReturn || self == 0x0B || self == 0x0C
            || self == 0
    }

    /// Whether the byte ends a line.
    var isSwiftLineBreak: Bool { self == .lineFeed || self == .carriageReturn }

    /// Whether the byte is part of a word: a letter, a digit, or any character outside of ASCII.
    package var isSwiftWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), .zero ... .nine,
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
