import Foundation
import ModelCodegen

/// The folder that generated files go to. Everything is collected first, so that a problem leaves it as it was.
struct OutputFolder {
    struct Outcome {
        enum State: String {
            case written, unchanged
        }

        var path: String
        var state: State
    }

    let path: String
    private var files: [(file: GeneratedFile, source: String)] = []

    init(path: String) {
        self.path = path
    }

    /// Adds the files of one model.
    mutating func add(_ generated: [GeneratedFile], from source: String) throws {
        for file in generated {
            // Many file systems do not tell case apart.
            if let other = files.first(where: { $0.file.name.lowercased() == file.name.lowercased() }) {
                throw OutputError.collision(name: file.name, first: other.source, second: source)
            }
            files.append((file, source))
        }
    }

    /// Writes what has changed, each file in one step, and leaves the modification time of the rest.
    func write() throws -> [Outcome] {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try attempt(path) { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        return try files.map { item in
            let url = folder.appending(path: item.file.name, directoryHint: .notDirectory)
            let bytes = Data(item.file.text.utf8)
            let filePath = url.path(percentEncoded: false)
            if FileManager.default.contents(atPath: filePath) == bytes {
                return Outcome(path: filePath, state: .unchanged)
            }
            try attempt(filePath) { try FileReplacement.write(bytes, to: filePath) }
            return Outcome(path: filePath, state: .written)
        }
    }

    private func attempt(_ path: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw OutputError.unwritable(path: path, reason: error.localizedDescription)
        }
    }
}

enum OutputError: Error, CustomStringConvertible {
    case collision(name: String, first: String, second: String)
    case unwritable(path: String, reason: String)

    var description: String {
        switch self {
        case .collision(let name, let first, let second):
            "'\(first)' and '\(second)' both generate '\(name)'; give them different output folders"
        case .unwritable(let path, let reason):
            "'\(path)' cannot be written: \(reason)"
        }
    }
}
