package import FileAccess

/// A generated file: its name, without a folder, and its text.
///
/// ```swift
/// for file in files {
///     try Data(file.text.utf8).write(to: folder.url.appending(path: file.name))
/// }
/// ```
public struct GeneratedFile: Sendable, Hashable {
    /// The purpose of a file.
    public enum Role: String, Sendable, Hashable, CaseIterable {
        /// Code of the model.
        case code
        /// A file that is written only if it does not exist, and that people then edit.
        case customCode
        /// A test of the code.
        case test
    }

    /// The name. Generators choose an identifier with a suffix, so it cannot lead out of a folder.
    public let name: String
    /// The purpose of the file.
    public let role: Role
    /// The text, which ends with one line feed; empty if ``isRemembered``.
    public let text: String
    /// The hash of the text's UTF-8.
    public let hash: ContentHash
    /// A checksum of the same bytes, which takes less time to compute; nil if it is not known.
    package let checksum: Checksum?
    /// Whether only the hash of the file is known, from an earlier run.
    public let isRemembered: Bool
    /// A line of a frozen file: an existing file that contains it stays as it is; nil for a file that is not frozen.
    package var frozenMark: String?

    /// Creates a file with its text. The initializer does not check whether the name points to another folder.
    public init(name: String, role: Role = .code, text: String) {
        self.name = name
        self.role = role
        self.text = text
        let bytes = Array(text.utf8)
        hash = ContentHash(of: bytes)
        checksum = Checksum(of: bytes)
        isRemembered = false
    }

    /// Creates a file of an earlier run, of which only the hash and at most the checksum are known.
    package init(name: String, role: Role = .code, hash: ContentHash, checksum: Checksum? = nil) {
        self.name = name
        self.role = role
        text = ""
        self.hash = hash
        self.checksum = checksum
        isRemembered = true
    }
}
