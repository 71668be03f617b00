import Foundation
import ModelDiagnostics
public import ModelValidation

/// A baseline on disk. Models in it are named by their paths from its folder, so that it can be committed.
public struct BaselineFile: Sendable, Hashable {
    /// The name of the file that is written where nothing else is asked for.
    public static let defaultName = "modelgen-baseline.json"

    /// The path of the file.
    public let path: String
    /// The findings that are accepted.
    public var baseline = Baseline()
    private let folder: WorkingFolder

    /// A baseline that accepts nothing yet.
    public init(path: String) {
        self.path = path
        folder = WorkingFolder(path: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
    }

    /// Reads a baseline.
    ///
    /// - Throws: ``FileProblem`` when the file cannot be read or is no baseline.
    public init(readingFrom path: String) throws(FileProblem) {
        let bytes = try FileProblem.reading(path) { try Data(contentsOf: URL(filePath: path)) }
        try self.init(reading: [UInt8](bytes), path: path)
    }

    /// Reads a baseline whose bytes are there already.
    ///
    /// - Throws: ``FileProblem`` when they are no baseline.
    init(reading bytes: [UInt8], path: String) throws(FileProblem) {
        self.init(path: path)
        do {
            baseline = try JSONDecoder().decode(Baseline.self, from: Data(bytes))
        } catch {
            throw FileProblem(path: path, problem: "is not a baseline; write one with --write-baseline")
        }
    }

    /// Whether there is anything at a path.
    static func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// What a model version is called in this baseline: the path of its folder, or of a file by itself.
    func name(of contentsPath: String) -> String {
        let file = URL(filePath: contentsPath)
        let version = file.deletingLastPathComponent()
        let isInVersion = file.lastPathComponent == "contents" && version.pathExtension == "xcdatamodel"
        return folder.relative((isInVersion ? version : file).path(percentEncoded: false).withoutSlashAtEnd)
    }

    /// Writes the baseline, in one step. A file that is there and is no baseline is left alone.
    ///
    /// - Returns: Whether the text has changed.
    @discardableResult
    public func write() throws(FileProblem) -> Bool {
        let isThere = Self.isThere(path)
        if isThere { _ = try BaselineFile(readingFrom: path) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var isChanged = true
        try FileProblem.writing(path) {
            let bytes = try encoder.encode(baseline) + Data("\n".utf8)
            isChanged = !isThere || FileManager.default.contents(atPath: path) != bytes
            if isChanged { try bytes.write(to: URL(filePath: path), options: .atomic) }
        }
        return isChanged
    }

    /// Whether a model that the baseline knows is still on disk.
    func isOnDisk(_ name: String) -> Bool {
        Self.isThere(folder.path + "/" + name)
    }
}

extension String {
    fileprivate var withoutSlashAtEnd: String {
        count > 1 && hasSuffix("/") ? String(dropLast()) : self
    }
}
