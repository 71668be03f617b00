/// A file of generated code: its name, without a folder, and its text.
public struct GeneratedFile: Sendable, Hashable {
    /// An identifier with a suffix, so it cannot lead out of a folder.
    public var name: String
    /// Ends in one line feed.
    public var text: String

    /// A file with its text. The name is not checked to point to no other folder.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
