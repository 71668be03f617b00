/// A file of generated code: its name, without a folder, and its text.
public struct GeneratedFile: Sendable, Hashable {
    /// An identifier with a suffix, so it cannot lead out of a folder.
    public var name: String
    /// The text, which ends with one line feed.
    public var text: String

    /// Creates a file with its text. The initializer does not check whether the name points to another folder.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
