import ModelDiagnostics

/// The output of one model in one folder.
public struct ModelOutput: Sendable, Hashable {
    /// The name of the model's bundle, which is its name in the manifest.
    public var model: String
    /// The path of the model, for messages.
    public var path: String
    /// The generated files.
    public var files: [OutputFile]
    /// Files that are written only if they do not exist, and that people then edit.
    public var humanFiles: [OutputFile]

    /// Creates the output of a model, with files in any order.
    public init(model: String, path: String, files: [OutputFile], humanFiles: [OutputFile] = []) {
        self.model = model
        self.path = path
        self.files = files
        self.humanFiles = humanFiles
    }
}

/// A file that should be in a folder.
public struct OutputFile: Sendable, Hashable {
    /// The name of the file, without a folder.
    public var name: String
    /// The hash of the bytes.
    public let hash: ContentHash
    /// The quick hash of the same bytes; nil if it is not known.
    let quickHash: QuickHash?
    /// The text; nil if only its hash is known.
    public var text: String?
    /// A line of a frozen file: an existing file that contains it stays as it is; nil for a file that is not frozen.
    package var frozenMark: String?

    /// Creates a file with its text, in UTF-8.
    public init(name: String, text: String) { self.init(name: name, text: text, frozenMark: nil) }

    /// Creates a file with its text, which can be frozen.
    package init(name: String, text: String, frozenMark: String?) {
        self.frozenMark = frozenMark
        self.name = name
        self.text = text
        let bytes = Array(text.utf8)
        hash = ContentHash(of: bytes)
        quickHash = QuickHash(of: bytes)
    }

    /// Creates a file without a text yet, with the hash from an earlier run.
    public init(name: String, hash: ContentHash) {
        self.name = name
        self.hash = hash
        quickHash = nil
    }

    /// Creates a file without a text yet, with both hashes from an earlier run.
    init(name: String, hash: ContentHash, quickHash: QuickHash?) {
        self.name = name
        self.hash = hash
        self.quickHash = quickHash
    }

    /// The hash of a file on disk, which most often has the expected contents.
    func hash(of bytes: [UInt8]) -> ContentHash { quickHash == QuickHash(of: bytes) ? hash : ContentHash(of: bytes) }
}

/// The conflicts between files with the same path.
enum OutputCollision {
    static func diagnostics(among outputs: [ModelOutput]) -> [LocatedDiagnostic] {
        var diagnostics: [LocatedDiagnostic] = []
        var modelPaths: [String: String] = [:]
        for output in outputs {
            if let other = modelPaths.updateValue(output.path, forKey: output.model) {
                diagnostics.append(.sameModelName(output.model, first: other, second: output.path))
            }
        }
        var sources: [String: String] = [:]
        for output in outputs {
            for file in output.files + output.humanFiles {
                // Many file systems ignore case.
                guard let other = sources.updateValue(output.path, forKey: file.name.lowercased()) else { continue }
                diagnostics.append(.sameFile(file.name, first: other, second: output.path))
            }
        }
        return diagnostics.sorted()
    }
}
