import SwiftNames
import Testing

@Suite struct SwiftTypeTextTests {
    @Test(
        "Valid types are accepted",
        arguments: [
            "Color", "[Int64]", "[String: Any]", "CloudKit.CKServerChangeToken", "Set<String>?", "[[String]: [Int?]]",
            "Dictionary<String, Swift.Array<Int>>", "any Codable & Sendable", "(any Shape)?", "Größe", "[AnyObject]",
            "Any",
        ])
    func typesAreAccepted(_ text: String) {
        #expect(SwiftTypeText.isValid(text))
    }

    @Test(
        "Other text is refused",
        arguments: [
            "", " ", "Int;", "Int { 0 }", "Int = 1", "Int // x", "Int\nvar x", "[Int", "Int>", "Int!", "2D", "A..B",
            ".A",
            "A.", "[:]", "()", "() -> Void", "NSArray *", "`Int`", "Int /*", "A<>", "\"Int\"", "#if", "@objc Int", "_",
            "some Shape", "inout", "Self", "class", "A & self",
        ])
    func otherTextIsRefused(_ text: String) {
        #expect(!SwiftTypeText.isValid(text))
    }

    @Test(
        "The optional form of a type includes the whole type",
        arguments: [
            "Color": "Color?", "[any Shape]": "[any Shape]?", "any Shape": "(any Shape)?", "A&B": "(A&B)?",
            "Codable & Sendable": "(Codable & Sendable)?",
        ])
    func theOptionalOfATypeIsOneOfAllOfIt(_ type: String, _ optional: String) {
        #expect(SwiftTypeText.optional(of: type) == optional)
    }

    @Test("Deep nesting is refused")
    func deepNestingIsRefused() {
        #expect(!SwiftTypeText.isValid(String(repeating: "[", count: 100_000)))
        #expect(!SwiftTypeText.isValid(String(repeating: "A<", count: 100_000)))
    }
}
