import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics

/// A kind of file that no output of a command replaces. Stores and models are recognized by their contents, not their
/// names.
enum ProtectedFile: Hashable {
    case store
    case partOfStore(String)
    case model
    case modelText
    case partOfModel(String)
    case configuration

    /// The kind of a file, as a clause.
    var text: String {
        switch self {
        case .store: "a store"
        case .partOfStore(let store): "a part of the store '\(store)'"
        case .model: "a model"
        case .modelText: "a model in YAML"
        case .partOfModel(let model): "a part of the model '\(model)'"
        case .configuration: "a file of the project that modelgen reads"
        }
    }

    /// Creates the kind of the file at a path, or of the file that writing to it would create;
    /// nil if it may be replaced.
    init?(at path: String) {
        if let part = ProtectedFile(partAt: path) {
            self = part
            return
        }
        let kind = FileKind(at: path)
        guard kind == .regular else { return nil }
        let beginning = Self.firstBytes(of: path)
        let name = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
        if Self.isStore(beginning) {
            self = .store
        } else if Self.isModel(beginning) || Self.isCompiledModel(beginning, at: path) {
            self = .model
        } else if Self.isModelText(beginning) {
            self = .modelText
        } else if [ProjectConfiguration.fileName, BaselineFile.defaultName].contains(name) {
            self = .configuration
        } else {
            return nil
        }
    }

    /// Creates the kind of a part of a store or a model, whose contents can be anything, whether there is a file or
    /// not; nil if a path is not that of a part.
    init?(partAt path: String) {
        guard let part = Self.part(of: path) else { return nil }
        self = part
    }

    /// The first bytes of a file, enough for the header of every form; empty for anything that cannot be read, which is
    /// none of these kinds.
    private static func firstBytes(of path: String) -> [UInt8] {
        (try? RegularFile.beginning(of: path, maximumCount: 4096)) ?? []
    }

    // MARK: Stores

    /// The endings of the files next to a store, and of its folder of large values.
    private static let endings = [".journal", ".history", ".lock", ".data", "-wal", "-shm", "-journal"]

    private static func isStore(_ beginning: [UInt8]) -> Bool {
        let magics: [[UInt8]] = [
            RegularFile.databaseSignature,
            // A write-ahead log, in either byte order, and a rollback journal.
            [0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83], [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7],
        ]
        if magics.contains(where: beginning.starts(with:)) { return true }
        let text = String(decoding: beginning, as: UTF8.self)
        return text.prefixMatch(of: /\u{FEFF}?\s*\{/) != nil
            && text.contains(/"format"\s*:\s*"modelgen-(?:store|journal|history)"/)
    }

    /// What a path is a part of, whether there is something at the path or not.
    private static func part(of path: String) -> ProtectedFile? {
        // Where the bytes would go, which can be a link's destination that is not there yet.
        let target = URL(filePath: FileWriter.destination(of: path) ?? path).standardizedFileURL
        let real = target.deletingLastPathComponent().resolvingSymlinksInPath()
            .appending(path: target.lastPathComponent)
        for url in [URL(filePath: path).standardizedFileURL, real] {
            var current = url
            while current.pathComponents.count > 1 {
                let file = current.path(percentEncoded: false).withoutSlashAtEnd
                for ending in endings where file.hasSuffix(ending) {
                    let store = String(file.dropLast(ending.count))
                    if isStore(firstBytes(of: store)) {
                        return .partOfStore(shortened(store))
                    }
                }
                if current != url, FilePackage.isModel(current) {
                    return .partOfModel(shortened(file))
                }
                // Large values of a SQLite store, in files without any form. A file in the place of the folder would
                // prevent saving any.
                if let store = storeWithValues(in: current) {
                    return .partOfStore(shortened(store))
                }
                current.deleteLastPathComponent()
            }
        }
        return nil
    }

    private static func shortened(_ path: String) -> String {
        WorkingDirectory.current.shortenedPath(of: path)
    }

    /// The SQLite store whose large values are in a folder, as Core Data names it: `.App_SUPPORT` for `App.sqlite`.
    private static func storeWithValues(in folder: URL) -> String? {
        let name = folder.lastPathComponent
        let suffix = "_SUPPORT"
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        let stem = name.dropFirst().dropLast(suffix.count)
        let parent = folder.deletingLastPathComponent()
        let others = (try? FileManager.default.contentsOfDirectory(atPath: parent.path(percentEncoded: false))) ?? []
        return others.sorted().filter { $0 == stem || $0.hasPrefix(stem + ".") }
            .map { parent.appending(path: $0).path(percentEncoded: false) }
            .first { isStore(firstBytes(of: $0)) }
    }

    // MARK: Models

    /// Whether a file is a version of a model in XML: its root element is `model`.
    private static func isModel(_ beginning: [UInt8]) -> Bool {
        let text = String(decoding: beginning, as: UTF8.self)
        guard let root = text.firstMatch(of: /<([A-Za-z][\w.:-]*)[\s>\/]/) else { return false }
        return root.1 == "model" && text.prefixMatch(of: /\u{FEFF}?\s*</) != nil
    }

    /// Whether a file is a compiled model or mapping model: a property list, or the optimized form.
    private static func isCompiledModel(_ beginning: [UInt8], at path: String) -> Bool {
        if beginning.starts(with: Array("momv2$".utf8)) { return true }
        guard beginning.starts(with: Array("bplist00".utf8)),
            let contents = try? FileReader.contents(of: path, maximumSizeBytes: maximumCompiledSizeBytes)
        else { return false }
        let data = Data(contents)
        return ["NSManagedObjectModel", "NSMappingModel"].contains { data.range(of: Data($0.utf8)) != nil }
    }

    private static let maximumCompiledSizeBytes = 64 * 1024 * 1024

    /// Whether a file is a model in YAML: its first key is `model`, and it has entities or versions.
    private static func isModelText(_ beginning: [UInt8]) -> Bool {
        let lines = String(decoding: beginning, as: UTF8.self).split(whereSeparator: \.isNewline)
        let first = lines.first { !$0.hasPrefix("#") && !$0.hasPrefix("---") && !$0.allSatisfy(\.isWhitespace) }
        return first?.hasPrefix("model:") == true
            && lines.contains { line in ["defaults:", "entities:", "versions:"].contains(where: line.hasPrefix) }
    }
}
