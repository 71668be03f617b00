import Foundation
public import ModelExpressions

/// The regular expressions of one evaluation, each compiled once.
///
/// A pattern may be hostile: matching `(a+)+b` with a long sequence of `a` takes exponential time. The engine reports its
/// progress every ten thousand steps, so matching ends with an error after a number of reports: after the same number
/// of steps on every machine, and in much less than a second on most.
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
            throw QueryError(code: .costlyPattern, message: message)
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
