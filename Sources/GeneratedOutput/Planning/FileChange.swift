/// What a run does to one file.
public struct FileChange: Sendable, Hashable {
    /// What becomes of the file.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// It gets new bytes, or is new.
        case written
        /// It is there, with the same text.
        case unchanged
        /// No model generates it any more.
        case removed
        /// Someone has changed it since it was generated: an error.
        case edited
        /// Something stands in its place that was not generated: an error.
        case blocked
    }

    /// What stands in the way.
    public enum Obstacle: Sendable, Hashable {
        /// A file that is generated no more and has been edited.
        case editedSurplus
        /// A file that says it was generated, and that the manifest does not know.
        case unlisted
        /// A file of someone else.
        case notGenerated
        /// A folder of that name.
        case folder
        /// A link of that name, wherever it leads.
        case link
        /// A device, a pipe or a socket.
        case special
    }

    /// A name without a folder.
    public var name: String
    /// The name of the model's bundle; nil for the manifest.
    public var model: String?
    /// What becomes of the file.
    public var status: Status
    /// Nil if nothing but editing stands in the way.
    public var obstacle: Obstacle?
    /// What is there; nil if nothing is.
    public var oldBytes: [UInt8]?
    /// What will be there; nil if nothing will be, and where only its hash is known.
    public var newBytes: [UInt8]?
    /// Whether the file belongs to people once it is written.
    public var isHuman = false

    /// What differs, as a unified difference; empty where nothing does.
    public func difference(path: String) -> String {
        // Of a file that stays as it is the new bytes may be unknown.
        status == .unchanged ? "" : UnifiedDifference(from: oldBytes, to: newBytes, path: path).description
    }

    /// What differs between the bytes of a file before and after, as a unified difference; empty where nothing does.
    public static func difference(from oldBytes: [UInt8], to newBytes: [UInt8], path: String) -> String {
        UnifiedDifference(from: oldBytes, to: newBytes, path: path).description
    }
}
