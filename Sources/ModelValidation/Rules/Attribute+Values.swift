import Foundation
import ModelSchema

/// A number to compare with: exact where it is an integer.
struct Measure: Comparable {
    private var integer: Int64?
    private var number: Double

    init(_ integer: Int64) {
        self.integer = integer
        number = Double(integer)
    }

    init?(_ text: String) {
        guard let number = Double(text), number.isFinite else { return nil }
        integer = Int64(text)
        self.number = number
    }

    /// Whether the value is an integer that an integer type holds.
    func fits(_ range: ClosedRange<Int64>) -> Bool {
        guard let integer = integer ?? Int64(exactly: number) else { return false }
        return range.contains(integer)
    }

    static func < (left: Measure, right: Measure) -> Bool {
        if let leftInteger = left.integer, let rightInteger = right.integer { return leftInteger < rightInteger }
        return left.number < right.number
    }
}

extension Attribute {
    /// The default's text and the name of its XML attribute, when it says nothing for the type.
    var unreadableDefault: (text: String, facet: String)? {
        if type == .date {
            guard let text = defaultDateTimeInterval, !text.isEmpty, Measure(text) == nil else { return nil }
            return (text, "defaultDateTimeInterval")
        }
        guard let text = defaultValueString, !text.isEmpty, !isReadable(defaultText: text) else { return nil }
        return (text, "defaultValueString")
    }

    private func isReadable(defaultText text: String) -> Bool {
        switch type {
        case .uuid: UUID(uuidString: text) != nil
        case .uri: URL(string: text) != nil
        case .double, .float: Measure(text) != nil
        // What a decimal's literal may hold; a hexadecimal number parses, and is none.
        case .decimal: Measure(text) != nil && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        case .integer16, .integer32, .integer64, .boolean: defaultValue != nil
        case .string, .date, .binary, .transformable, .objectID, .composite, .undefined: true
        }
    }

    /// The default as what bounds are compared with: the value of a number, the length of a string.
    var defaultMeasure: Measure? {
        switch (type, defaultValue) {
        case (.string, .string(let text)): Measure(Int64(text.utf16.count))
        case (_, .integer(let value)): Measure(value)
        case (.double, _), (.float, _), (.decimal, _): defaultValueString.flatMap { Measure($0) }
        case (.date, _): defaultDateTimeInterval.flatMap { Measure($0) }
        default: nil
        }
    }

    /// The XML attributes that bound the type, or nil for a type that has no bounds.
    var boundFacets: (minimum: String, maximum: String)? {
        switch type {
        case .date: ("minDateTimeInterval", "maxDateTimeInterval")
        case .string, .integer16, .integer32, .integer64, .decimal, .double, .float:
            ("minValueString", "maxValueString")
        default: nil
        }
    }

    /// The text of the minimum that holds for the type, or nil for none.
    var minimumText: String? {
        (type == .date ? minDateTimeInterval : minValueString).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The text of the maximum that holds for the type, or nil for none.
    var maximumText: String? {
        (type == .date ? maxDateTimeInterval : maxValueString).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The least value or length, or nil for none or for one that cannot be read.
    var minimum: Measure? { boundFacets == nil ? nil : minimumText.flatMap(bound) }

    /// The greatest value or length, or nil for none or for one that cannot be read.
    var maximum: Measure? { boundFacets == nil ? nil : maximumText.flatMap(bound) }

    /// The value of a bound's text, or nil when it says nothing for the type.
    func bound(_ text: String) -> Measure? {
        guard let measure = Measure(text) else { return nil }
        let range = type == .string ? 0...Int64.max : type.integerRange
        guard let range else { return measure }
        return measure.fits(range) ? measure : nil
    }
}

extension AttributeType {
    /// A hint at how a default of the type is spelt.
    var exampleOfDefault: String {
        switch self {
        case .integer16, .integer32, .integer64:
            integerRange.map { "use an integer from \($0.lowerBound) to \($0.upperBound)" } ?? "use an integer"
        case .boolean: "use YES or NO"
        case .date: "use seconds since 2001-01-01 00:00:00 UTC"
        case .uuid: "use a UUID such as 6F1C2B34-0000-4000-8000-000000000000"
        case .uri: "use a URL"
        default: "use a number such as 1.5"
        }
    }
}
