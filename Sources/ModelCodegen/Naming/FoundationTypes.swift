/// Which types that models name come from Foundation.
enum FoundationTypes {
    /// Those without the prefix NS that values are made of.
    private static let names: Set<String> = [
        "AffineTransform", "AttributedString", "Calendar", "CharacterSet", "Data", "Date", "DateComponents",
        "DateInterval", "Decimal", "Foundation", "IndexPath", "IndexSet", "Locale", "Measurement", "Notification",
        "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLQueryItem", "URLRequest",
        "UUID",
    ]

    /// Whether type text mentions a type of Foundation.
    static func areMentioned(in typeText: String) -> Bool {
        typeText.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            .contains { $0.hasPrefix("NS") || names.contains(String($0)) }
    }
}
