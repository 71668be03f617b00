import FileAccess
import Foundation
import ModelDiagnostics
public import ModelValidation

/// A baseline on disk. It refers to models by their paths relative to its folder, so you can commit it.
///
/// ```swift
/// var file = BaselineFile(path: path)
/// file.baseline.accept(findings, in: "Models/Superheroes.xcdatamodeld")
/// try file.write()
/// ```
public struct BaselineFile: Sendable, Hashable {
    /// The default name of the file.
    public static let defaultName = "modelgen-baseline.json"

    /// The path of the file.
    public let path: String
    /// The accepted findings.
    public var baseline = Baseline()
    private let folder: WorkingDirectory
    /// The bytes that were read; nil for a new file.
    private var original: [UInt8]?

    /// Creates a baseline that accepts no findings.
    public init(path: String) {
        self.path = path
        folder = WorkingDirectory(path: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
    }

    /// Reads a baseline.
    ///
    /// - Throws: ``ProjectFileError`` if the file cannot be read or is not a baseline.
    public init(readingFrom path: String) throws(ProjectFileError) {
        try self.init(reading: try ProjectFileError.reading(path), path: path)
    }

    /// Reads a baseline from bytes.
    ///
    /// - Throws: ``ProjectFileError`` if the bytes are not a baseline.
    init(reading bytes: [UInt8], path: String) throws(ProjectFileError) {
        self.init(path: path)
        original = bytes
        do {
            baseline = try JSONDecoder().decode(Baseline.self, from: Data(bytes))
        } catch {
            throw ProjectFileError(path: path, reason: "is not a baseline; write one with --write-baseline")
        }
    }

    /// Whether something exists at a path, after following links. A link without a destination is a place for a new
    /// file.
    package static func exists(at path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The name of a model version in this baseline: the path of its folder, or of a file without a folder.
    package func name(of contentsPath: String) -> String {
        let file = URL(filePath: contentsPath)
        let version = file.deletingLastPathComponent()
        let isInVersion = file.lastPathComponent == "contents" && version.pathExtension == "xcdatamodel"
        return folder.relativePath(of: (isInVersion ? version : file).path(percentEncoded: false).withoutSlashAtEnd)
    }

    /// Writes the baseline in one step. The method does not replace an existing file that is not a baseline, or that
    /// has changed since it was read.
    ///
    /// - Returns: Whether the text has changed.
    /// - Throws: ``ProjectFileError`` if the file is not a baseline, has changed, or cannot be written. It then stays
    ///   as it is.
    @discardableResult
    public func write() throws(ProjectFileError) -> Bool {
        let present = Self.exists(at: path) ? try BaselineFile(readingFrom: path) : nil
        guard present?.original == original else {
            throw ProjectFileError(
                path: path, reason: "was changed by another program since it was read; run the command again")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return try FileWriter.write([UInt8](try encoder.encode(baseline)) + [UInt8(ascii: "\n")], to: path)
        } catch {
            throw ProjectFileError(path: path, reason: "cannot be written: \(FileError.reason(for: error))")
        }
    }

    /// Whether a model in the baseline still exists on disk.
    package func isOnDisk(_ name: String) -> Bool { Self.exists(at: folder.path + "/" + name) }
}
