import Foundation
public import ModelCodegen

extension TemplateSet {
    /// No template needs a larger file.
    private static let maximumSizeBytes = 1_000_000
    private static let maximumFileCount = 1_000

    /// Reads a user's templates.
    ///
    /// - Parameters:
    ///   - path: A folder whose `.stencil` files are read, including its subfolders; or a single template, which can
    ///     include templates next to it.
    ///   - includesBuiltIn: Whether the set includes the built-in templates.
    /// - Throws: ``ProjectFileError`` if a file or folder cannot be read.
    public init(readingFrom path: String, includesBuiltIn: Bool = true) throws(ProjectFileError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ProjectFileError(path: path, reason: "cannot be read: no such file or directory")
        }
        let folder = isFolder.boolValue ? URL(filePath: path) : URL(filePath: path).deletingLastPathComponent()
        let names =
            isFolder.boolValue
            ? try Self.names(below: folder) : try Self.names(beside: URL(filePath: path), in: folder)
        guard names.count <= Self.maximumFileCount else {
            throw ProjectFileError(path: path, reason: "has more than \(Self.maximumFileCount) templates")
        }
        var files: [File] = []
        for name in names {
            let file = folder.appending(path: name).path(percentEncoded: false)
            files.append(File(name: name, path: file, text: try Self.text(of: file)))
        }
        self.init(
            files, main: isFolder.boolValue ? nil : URL(filePath: path).lastPathComponent,
            includesBuiltIn: includesBuiltIn)
    }

    private static func names(below folder: URL) throws(ProjectFileError) -> [String] {
        let path = folder.path(percentEncoded: false)
        guard let paths = FileManager.default.enumerator(atPath: path) else {
            throw ProjectFileError(path: path, reason: "cannot be read")
        }
        var names: [String] = []
        while let name = paths.nextObject() as? String, names.count <= maximumFileCount {
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            if name.hasSuffix(".stencil") { names.append(name) }
        }
        return names.sorted()
    }

    private static func names(beside file: URL, in folder: URL) throws(ProjectFileError) -> [String] {
        let path = folder.path(percentEncoded: false)
        let all = try ProjectFileError.reading(path) { try FileManager.default.contentsOfDirectory(atPath: path) }
        let own = file.lastPathComponent
        return [own] + all.filter { $0.hasSuffix(".stencil") && !$0.hasPrefix(".") && $0 != own }.sorted()
    }

    private static func text(of path: String) throws(ProjectFileError) -> String {
        let bytes = Data(try ProjectFileError.reading(path))
        guard bytes.count <= maximumSizeBytes else {
            throw ProjectFileError(
                path: path, reason: "is larger than \(maximumSizeBytes) bytes, so it is not a template")
        }
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw ProjectFileError(path: path, reason: "is not encoded in UTF-8")
        }
        // Use the line breaks of other systems, and no byte order mark, so the same template gives the same bytes.
        let contents = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        return contents.replacingOccurrences(of: "\r\n", with: "\n")
    }
}
