import Foundation

/// A file that a build keeps in the plugin's work folder.
///
/// Both the plugin and the tool are built from this file. It does not use `FileAccess`, because plugins cannot import
/// targets.
struct WorkFile {
    let url: URL

    /// Throws an error if there is anything but a file, because reading a pipe would block, and a device would be
    /// replaced.
    func check() throws {
        let path = url.path(percentEncoded: false)
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard let type, type != .typeRegular else { return }
        throw WorkFileError(description: "'\(path)' cannot be written: it is not a file; remove it")
    }

    /// Something else is in the place of the file.
    struct WorkFileError: Error, CustomStringConvertible {
        var description: String
    }
}
