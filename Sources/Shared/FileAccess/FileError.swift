/// An error from a file operation.
///
/// ```swift
/// do {
///     _ = try FileReader.contents(of: "Missing.md")
/// } catch {
///     print(error)  // 'Missing.md' cannot be read: no such file or directory
/// }
/// ```
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// The attempted operation, as a participle: `written`.
    public var operation: String
    /// The reason, in the words of the system.
    public var reason: String

    /// Creates an error with the reason in the words of the system.
    public init(path: String, operation: String, reason: String) {
        self.path = path
        self.operation = operation
        self.reason = reason
    }

    public var description: String { "'\(path)' cannot be \(operation): \(reason)" }

    /// The error about a file whose folder does not exist.
    package static func missingFolder(of path: String) -> FileError {
        FileError(path: path, operation: "written", reason: "its folder does not exist")
    }

    /// The error with the path of a file whose part, or whose future contents, could not be handled.
    package func of(_ path: String) -> FileError { FileError(path: path, operation: operation, reason: reason) }
}
