import Foundation

/// Regular expressions with a time limit, because texts come from models, which are not trusted.
enum BoundedReplacement {
    private static let maximumLength = 10_000
    /// Foundation reports progress regularly during a search. A harmless expression completes before the first report.
    private static let maximumReports = 200

    static func replacing(_ pattern: String, with template: String, in text: String) throws -> String {
        guard pattern.utf16.count <= maximumLength, text.utf16.count <= maximumLength else {
            throw FilterFailure("takes expressions and strings of at most \(maximumLength) characters")
        }
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            throw FilterFailure("cannot read the regular expression '\(pattern)'")
        }
        let whole = NSRange(location: 0, length: text.utf16.count)
        var matches: [NSTextCheckingResult] = []
        var reportCount = 0
        var isGivenUp = false
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
            if let match { return matches.append(match) }
            reportCount += 1
            guard reportCount > maximumReports else { return }
            isGivenUp = true
            stop.pointee = true
        }
        guard !isGivenUp else { throw FilterFailure("takes too long with the regular expression '\(pattern)'") }
        var result = ""
        var end = 0
        let units = text as NSString
        for match in matches {
            result += units.substring(with: NSRange(location: end, length: match.range.location - end))
            result += expression.replacementString(for: match, in: text, offset: 0, template: template)
            end = match.range.location + match.range.length
        }
        return result + units.substring(from: end)
    }
}
