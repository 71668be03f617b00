import Foundation

extension AttributeValue {
    /// The value on one line, for what is said about it: text in quotes, and cut short where it is long. The URI of an
    /// object's identity, which stands for a destination, is written as the identity is.
    package var shortText: String {
        switch self {
        case .null: "nil"
        case .boolean(let flag): String(flag)
        case .integer(let number): String(number)
        case .float(let number): String(number)
        case .double(let number): String(number)
        case .decimal(let number): number.description
        case .string(let text): Self.quoted(text)
        case .date(let date): date.formatted(.iso8601)
        case .binary(let data): "\(data.count) bytes"
        case .uuid(let uuid): uuid.uuidString
        case .uri(let url): ObjectID(uriRepresentation: url)?.description ?? Self.quoted(url.absoluteString)
        case .composite: "a composite"
        }
    }

    private static let longestText = 40

    private static func quoted(_ text: String) -> String {
        let start = text.prefix(longestText)
        return (start.endIndex == text.endIndex ? text : start + "…").debugDescription
    }
}
