import Foundation

// What a value is called, and how a condition names it.
extension Cell {
    /// What it counts as on a scale; nil for what has no place on one.
    var magnitude: Double? {
        switch self {
        case .number(let number): number
        case .digits(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
        case .date(let date):
            date.timeIntervalSinceReferenceDate.isFinite ? date.timeIntervalSinceReferenceDate : nil
        default: nil
        }
    }

    /// As a chart names it.
    var plainText: String {
        switch self {
        case .null: "nil"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
        case .digits(let text), .text(let text), .longText(let text, _), .uri(let text): text
        case .date(let date): date.ISO8601Format()
        case .enumerationCase(let name, _): name
        case .data(let preview): "\(preview.count) bytes"
        case .composite: "…"
        case .object(let link): link.label
        case .objects(_, let count): "\(count)"
        }
    }

    /// As a condition has it; nil for what has no such form.
    var literal: String? {
        switch self {
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .number, .digits: plainText
        case .text(let text): text.quoted
        case .enumerationCase(let name, _): name.quoted
        case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate), 'NSDate')"
        case .object(let link): link.id.quoted
        default: nil
        }
    }
}

extension String {
    /// The text as a constant of the format language.
    var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
