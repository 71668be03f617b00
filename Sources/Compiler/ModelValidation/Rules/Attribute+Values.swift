import Foundation
package import ModelSchema

/// A number for comparisons, which is exact if it is an integer.
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

    /// Whether the value is an integer in a range.
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
    /// The text of a default that is invalid for the type, and the name of its XML attribute. An empty text is none: an
    /// editor writes it.
    package var unreadableDefault: (text: String, setting: String)? {
        let setting: ModelSetting = type == .date ? .defaultDate : .defaultValue
        let text = type == .date ? defaultDateTimeInterval : defaultValueString
        guard let text, !text.isEmpty, hasDefaults, defaultValue == nil else { return nil }
        return (text, setting.rawValue)
    }

    private var hasDefaults: Bool {
        switch type {
        case .binary, .transformable, .objectID, .composite, .undefined: false
        default: true
        }
    }

    /// The measure of the default for comparisons with bounds: the value of a number, or the length of a string.
    var defaultMeasure: Measure? {
        switch (type, defaultValue) {
        case (.string, .string(let text)): Measure(Int64(text.utf16.count))
        case (_, .integer(let value)): Measure(value)
        case (.double, _), (.float, _), (.decimal, _): defaultValueString.flatMap { Measure($0) }
        case (.date, _): defaultDateTimeInterval.flatMap { Measure($0) }
        default: nil
        }
    }

    /// The settings for the bounds; nil for a type without bounds.
    package var boundSettings: (minimum: ModelSetting, maximum: ModelSetting)? {
        switch type {
        case .date: (.minimumDate, .maximumDate)
        case .string, .integer16, .integer32, .integer64, .decimal, .double, .float: (.minimumValue, .maximumValue)
        default: nil
        }
    }

    /// The names of the settings for the bounds; nil for a type without bounds.
    var boundSettingNames: (minimum: String, maximum: String)? {
        boundSettings.map { ($0.minimum.rawValue, $0.maximum.rawValue) }
    }

    /// Whether a text is a valid bound for the type.
    package func isBound(_ text: String) -> Bool { boundSettings != nil && bound(text) != nil }

    /// The text of the minimum; nil if there is none.
    var minimumText: String? {
        (type == .date ? minDateTimeInterval : minValueString).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The text of the maximum; nil if there is none.
    var maximumText: String? {
        (type == .date ? maxDateTimeInterval : maxValueString).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The minimum value or length; nil if there is none or it is invalid.
    var minimum: Measure? { boundSettingNames == nil ? nil : minimumText.flatMap(bound) }

    /// The maximum value or length; nil if there is none or it is invalid.
    var maximum: Measure? { boundSettingNames == nil ? nil : maximumText.flatMap(bound) }

    /// Returns the value of a bound's text; nil if it is invalid for the type.
    func bound(_ text: String) -> Measure? {
        guard let measure = Measure(text) else { return nil }
        let range = type == .string ? 0...Int64.max : type.integerRange
        guard let range else { return measure }
        return measure.fits(range) ? measure : nil
    }
}

extension AttributeType {
    /// A hint about the form of defaults of the type.
    package var exampleOfDefault: String {
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
