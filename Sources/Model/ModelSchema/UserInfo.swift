/// The user info of an element of a model.
///
/// ```swift
/// let info: UserInfo = ["modelgen.enum": "Genre", "modelgen.enum.cases": "novel = 0, poem = 1"]
/// let name = info["modelgen.enum"]  // "Genre"
/// ```
public struct UserInfo: Sendable, Hashable, Codable {
    /// A key and its value.
    public struct Entry: Sendable, Hashable, Codable {
        /// The key, which can occur more than once in a file.
        public var key: String
        /// The value, as text.
        public var value: String

        /// Creates an entry.
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The entries in the order of the file.
    public var entries: [Entry]

    /// Creates user info.
    public init(entries: [Entry] = []) { self.entries = entries }

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of the first entry with a key. O(*n*).
    public subscript(key: String) -> String? { entries.first { $0.key == key }?.value }
}

extension UserInfo: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }
}
