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
