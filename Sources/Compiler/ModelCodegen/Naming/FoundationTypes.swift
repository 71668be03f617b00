/// The types in models that come from Foundation.
enum FoundationTypes {
    /// The names of Foundation types without the prefix NS.
    private static let names: Set<String> = [
        "AffineTransform", "AttributedString", "Calendar", "CharacterSet", "Data", "Date", "DateComponents",
        "DateInterval", "Decimal", "Foundation", "IndexPath", "IndexSet", "Locale", "Measurement", "Notification",
        "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLQueryItem", "URLRequest",
        "UUID",
    ]

    /// The names of Swift types, and the other words in the text of types.
    private static let swiftNames: Set<String> = [
        "Any", "AnyHashable", "AnyObject", "Array", "Bool", "Character", "Codable", "Dictionary", "Double", "Duration",
        "Float", "Int", "Int16", "Int32", "Int64", "Int8", "Sendable", "Set", "String", "Swift", "UInt", "UInt16",
        "UInt32", "UInt64", "UInt8", "any",
    ]

    /// Whether the text of a type contains a type of Foundation.
    static func areMentioned(in typeText: String) -> Bool { words(of: typeText).contains(where: isOne) }

    /// Whether the text of a type contains a type that belongs neither to Foundation nor to Swift.
    static func areNotAll(in typeText: String) -> Bool {
        !words(of: typeText).allSatisfy { isOne($0) || swiftNames.contains(String($0)) }
    }

    private static func words(of typeText: String) -> [Substring] {
        typeText.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    private static func isOne(_ word: Substring) -> Bool { word.hasPrefix("NS") || names.contains(String(word)) }
}
