public import Foundation
public import ModelExpressions

/// Compares strings by the letters after an operator.
///
/// Without letters, strings are equal if they are canonically equivalent, and sort by their characters' code points.
/// `n` compares only code points, and `l` compares as in the user's locale.
@usableFromInline
package struct TextComparison {
    @usableFromInline
    let options: ComparisonOptions

    /// - Parameter options: The letters.
    @usableFromInline
    package init(options: ComparisonOptions) { self.options = options }

    /// Returns whether an operator holds between two strings. The second one contains the first with `IN`.
    ///
    /// - Parameter patterns: The regular expressions that are known.
    /// - Throws: ``QueryError`` for a regular expression that is invalid, or takes too many steps.
    @usableFromInline
    package func holds(
        _ comparisonOperator: ComparisonOperator, _ left: String, _ right: String, _ patterns: TextPatterns
    ) throws -> Bool {
        switch comparisonOperator {
        case .equalTo, .between: areEqual(left, right)
        case .notEqualTo: !areEqual(left, right)
        case .lessThan: order(left, right) == .orderedAscending
        case .lessThanOrEqualTo: order(left, right) != .orderedDescending
        case .greaterThan: order(left, right) == .orderedDescending
        case .greaterThanOrEqualTo: order(left, right) != .orderedAscending
        case .beginsWith: begins(left, with: right)
        case .endsWith: ends(left, with: right)
        case .contains: contains(left, right)
        case .in: contains(right, left)
        case .like: isLike(left, right)
        case .matches: try patterns.matches(left, right, options: options)
        }
    }

    /// Returns whether two strings are equal.
    @usableFromInline
    package func areEqual(_ left: String, _ right: String) -> Bool {
        if options.contains(.localeSensitive) { return localeOrder(left, right) == .orderedSame }
        if options.contains(.normalized) { return folded(left).utf8.elementsEqual(folded(right).utf8) }
        return folded(left) == folded(right)
    }

    /// Returns the order of two strings.
    @usableFromInline
    package func order(_ left: String, _ right: String) -> ComparisonResult {
        if options.contains(.localeSensitive) { return localeOrder(left, right) }
        let left = folded(left)
        let right = folded(right)
        if options.contains(.normalized) {
            if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedAscending : .orderedDescending
        }
        return left.canonicalOrder(to: right)
    }

    /// Returns whether a string begins with another.
    @usableFromInline
    package func begins(_ text: String, with prefix: String) -> Bool {
        if options.contains(.normalized) { return folded(text).utf8.starts(with: folded(prefix).utf8) }
        return folded(text).hasPrefix(folded(prefix))
    }

    /// Returns whether a string ends with another.
    @usableFromInline
    package func ends(_ text: String, with suffix: String) -> Bool {
        if options.contains(.normalized) {
            return folded(text).utf8.reversed().starts(with: folded(suffix).utf8.reversed())
        }
        return folded(text).hasSuffix(folded(suffix))
    }

    /// Returns whether a string contains another.
    @usableFromInline
    package func contains(_ text: String, _ part: String) -> Bool {
        folded(text).containsCharacters(of: folded(part))
    }

    /// Returns whether a whole string matches a pattern in which `*` is any sequence, `?` is any character, and a
    /// backslash escapes the next character.
    ///
    /// The time is at most proportional to the product of the lengths,
    /// because only the last of several stars is tried again.
    @usableFromInline
    package func isLike(_ text: String, _ pattern: String) -> Bool {
        // Character by character, because folding may split one in two, and `?` is one character of the text.
        let text = text.map { folded(String($0)) }
        let pattern = LikePattern(pattern).elements
        var position = 0
        var element = 0
        var retry: (element: Int, position: Int)?
        while position < text.count {
            if element < pattern.count, pattern[element] == .anyRun {
                retry = (element + 1, position)
                element += 1
            } else if element < pattern.count, fits(text[position], pattern[element]) {
                position += 1
                element += 1
            } else if let last = retry {
                retry = (last.element, last.position + 1)
                (element, position) = (last.element, last.position + 1)
            } else {
                return false
            }
        }
        return pattern[element...].allSatisfy { $0 == .anyRun }
    }

    private func fits(_ character: String, _ element: LikePattern.Element) -> Bool {
        switch element {
        case .anyRun: false
        case .anyCharacter: true
        case .character(let wanted): character == folded(String(wanted))
        }
    }

    /// Returns the string without differences that the options ignore.
    @usableFromInline
    func folded(_ text: String) -> String {
        var text = text
        if options.contains(.diacriticInsensitive) { text = Self.withoutDiacritics(text) }
        // To uppercase first, which spells out letters such as ß.
        if options.contains(.caseInsensitive) { text = text.uppercased().lowercased() }
        return text
    }

    /// Removes accents and optional vowel points, but nothing that makes another letter: the voicing marks of kana and
    /// the marks that join letters in Indic scripts have low combining classes.
    private static func withoutDiacritics(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let kept = text.canonicallyDecomposed.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark || $0.properties.canonicalCombiningClass.rawValue < 10
        }
        return String(String.UnicodeScalarView(kept))
    }

    private func localeOrder(_ left: String, _ right: String) -> ComparisonResult {
        var foundation: String.CompareOptions = []
        if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { foundation.insert(.diacriticInsensitive) }
        return left.compare(right, options: foundation, range: nil, locale: .current)
    }
}

/// The parsed right side of `LIKE`.
private struct LikePattern {
    @usableFromInline
    enum Element: Equatable {
        case anyRun
        case anyCharacter
        case character(Character)
    }

    @usableFromInline
    var elements: [Element] = []

    @usableFromInline
    init(_ text: String) {
        var isEscaped = false
        for character in text {
            if isEscaped {
                elements.append(.character(character))
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                elements.append(character == "*" ? .anyRun : character == "?" ? .anyCharacter : .character(character))
            }
        }
        // A backslash at the end is a backslash.
        if isEscaped { elements.append(.character("\\")) }
    }
}

/// The regular expressions of one evaluation, each compiled once.
///
/// A pattern may be hostile: matching `(a+)+b` with a long sequence of `a` takes exponential time. The engine reports
/// its progress every ten thousand steps, so matching ends with an error after a number of reports: after the same
/// number of steps on every machine, and in much less than a second on most.
@usableFromInline
package final class TextPatterns {
    private struct Key: Hashable {
        var pattern: String
        var options: ComparisonOptions
    }

    /// The maximum number of reports in a match.
    private static let reportLimit = 400
    private var compiled: [Key: NSRegularExpression] = [:]

    /// Creates an empty set.
    @usableFromInline
    package init() {}

    /// Returns whether a whole string matches a regular expression.
    ///
    /// - Throws: ``QueryError`` for an invalid pattern, and for one that takes too many steps.
    @usableFromInline
    package func matches(_ text: String, _ pattern: String, options: ComparisonOptions) throws -> Bool {
        let expression = try expression(pattern, options)
        let text = TextComparison(options: options.intersection(.diacriticInsensitive)).folded(text)
        var reports = 0
        var isMatch = false
        expression.enumerateMatches(
            in: text, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.utf16.count)
        ) { match, _, stop in
            if match != nil {
                isMatch = true
                stop.pointee = true
            } else {
                reports += 1
                if reports >= Self.reportLimit { stop.pointee = true }
            }
        }
        guard isMatch || reports < Self.reportLimit else {
            let message = "the regular expression takes too many steps; write it without nested repeats"
            throw QueryError(code: .patternTooComplex, message: message)
        }
        return isMatch
    }

    private func expression(_ pattern: String, _ options: ComparisonOptions) throws -> NSRegularExpression {
        let key = Key(pattern: pattern, options: options)
        if let known = compiled[key] { return known }
        let text = TextComparison(options: options.intersection(.diacriticInsensitive)).folded(pattern)
        let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        do {
            // Alone first, because `a)(b` is valid inside the parentheses.
            if !text.isEmpty { _ = try NSRegularExpression(pattern: text, options: foundation) }
            // The line feed ends a comment at the end of the pattern.
            let whole = try? NSRegularExpression(pattern: "(?:\(text))\\z", options: foundation)
            let expression = try whole ?? NSRegularExpression(pattern: "(?:\(text)\n)\\z", options: foundation)
            compiled[key] = expression
            return expression
        } catch {
            throw QueryError(
                code: .invalidPattern, message: "the right side of MATCHES is not a valid regular expression")
        }
    }
}
