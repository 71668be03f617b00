/// The change that a run makes to one file.
///
/// ```swift
/// for change in plan.changes where change.status == .written {
///     print(change.difference(path: change.name), terminator: "")
/// }
/// ```
public struct FileChange: Sendable, Hashable {
    /// The status of the file.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// The run creates the file, or writes new bytes.
        case written
        /// The file exists, with the same text.
        case unchanged
        /// No model generates the file now, so the run removes it.
        case removed
        /// The file has been edited since it was generated, which is an error.
        case edited
        /// Something that modelgen did not generate is in its place, which is an error.
        case blocked
    }

    /// The reason why a file cannot be written: what is in its place.
    public enum BlockingReason: Sendable, Hashable {
        /// A file that is no longer generated, but has been edited.
        case editedObsoleteFile
        /// A frozen file of a version that has changed.
        case frozen
        /// A file that says that it is generated, but is not in the manifest.
        case unlisted
        /// A file that modelgen did not generate.
        case notGenerated
        /// A folder with the name of the file.
        case folder
        /// A link with the name of the file, regardless of its destination.
        case link
        /// A device, a pipe, or a socket.
        case specialFile
    }

    /// The name of the file, without a folder.
    public var name: String
    /// The name of the model's bundle; nil for the manifest.
    public var model: String?
    /// The status of the file.
    public var status: Status
    /// The reason why the file cannot be written; nil if there is none except edits.
    public var blockingReason: BlockingReason?
    /// The existing bytes; nil if there is no file.
    public var oldBytes: [UInt8]?
    /// The new bytes; nil if there will be no file, or if only its hash is known.
    public var newBytes: [UInt8]?
    /// Whether the run writes the file only once, for people to edit.
    public var isCustomCode = false

    /// The differences in unified format; empty if there are none.
    public func difference(path: String) -> String {
        // The new bytes of an unchanged file can be unknown.
        status == .unchanged ? "" : UnifiedDifference(from: oldBytes, to: newBytes, path: path).description
    }

    /// Returns the differences between the old and new bytes of a file in unified format; empty if there are none.
    public static func difference(from oldBytes: [UInt8], to newBytes: [UInt8], path: String) -> String {
        UnifiedDifference(from: oldBytes, to: newBytes, path: path).description
    }
}
