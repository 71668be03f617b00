import Foundation

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

extension FileError {
    /// The reason of any error about a file, in the words of the system: Foundation's own sentences don't name it, or
    /// do so in another form than all other messages.
    package static func reason(for error: any Error) -> String {
        if let failure = error as? FileError { return failure.reason }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
        if let system = error as? POSIXError ?? underlying as? POSIXError {
            return SystemError(system.code.rawValue).reason
        }
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return SystemError(ENOENT).reason
        case .fileReadNoPermission, .fileWriteNoPermission: return SystemError(EACCES).reason
        case .fileWriteFileExists: return SystemError(EEXIST).reason
        case .fileWriteOutOfSpace: return SystemError(ENOSPC).reason
        case .fileWriteVolumeReadOnly: return SystemError(EROFS).reason
        default: return error.localizedDescription
        }
    }
}

/// An error that occurs if there is something else in the place of a file. Opening a pipe blocks, and writing to a
/// device can harm the machine.
package struct NotAFileError: Error, CustomStringConvertible {
    package let description: String

    private init(_ kind: FileKind) { description = kind.reason }

    /// Throws an error unless the entry at a path, with links followed, is a file. Opens nothing.
    package static func check(_ path: String) throws(NotAFileError) {
        guard let kind = FileKind(at: path), kind != .regular else { return }
        throw NotAFileError(kind)
    }

    /// Throws an error if removing or replacing the entry at a path would remove anything but a file, or a link to one,
    /// which is not followed.
    package static func check(entryAt path: String) throws(NotAFileError) {
        guard let kind = FileKind(ofEntryAt: path), kind != .regular, kind != .link else { return }
        throw NotAFileError(kind)
    }

    /// Throws an error unless an open descriptor refers to a file.
    package static func check(_ descriptor: Int32) throws(NotAFileError) {
        guard let kind = FileKind(descriptor: descriptor), kind != .regular else { return }
        throw NotAFileError(kind)
    }
}

/// The error of an operation that could be neither completed nor undone,
/// so the outcome is unknown until the next crash.
package struct UncertainOutcomeError: Error, CustomStringConvertible {
    /// The error because of which it is unknown.
    package var reason: any Error

    package init(reason: any Error) { self.reason = reason }

    package var description: String { "\(reason)" }
}
