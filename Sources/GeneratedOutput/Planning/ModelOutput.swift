import ModelDiagnostics

/// What one model generates into one folder.
public struct ModelOutput: Sendable, Hashable {
    /// The name of the model's bundle, which is its name in the manifest.
    public var model: String
    /// Where the model lies, for messages.
    public var path: String
    /// The generated files.
    public var files: [OutputFile]
    /// Files that are written where nothing is yet, and belong to people from then on.
    public var humanFiles: [OutputFile]

    /// What a model generates, in any order.
    public init(model: String, path: String, files: [OutputFile], humanFiles: [OutputFile] = []) {
        self.model = model
        self.path = path
        self.files = files
        self.humanFiles = humanFiles
    }
}

/// A file that should be in a folder.
public struct OutputFile: Sendable, Hashable {
    /// A name without a folder.
    public var name: String
    /// The hash of the bytes.
    public let hash: ContentHash
    /// Of the same bytes; nil if that is not known.
    let quickHash: QuickHash?
    /// The text; nil if it is only known what its hash is.
    public var text: String?

    /// A file with its text, in UTF-8.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
        let bytes = Array(text.utf8)
        hash = ContentHash(of: bytes)
        quickHash = QuickHash(of: bytes)
    }

    /// A file whose text has yet to be made, and whose hash is known from an earlier run.
    public init(name: String, hash: ContentHash) {
        self.name = name
        self.hash = hash
        quickHash = nil
    }

    /// The same, where a quicker hash is known as well.
    init(name: String, hash: ContentHash, quickHash: QuickHash?) {
        self.name = name
        self.hash = hash
        self.quickHash = quickHash
    }

    /// The hash of what a file on disk holds, which most often holds what it should.
    func hash(of bytes: [UInt8]) -> ContentHash {
        quickHash == QuickHash(of: bytes) ? hash : ContentHash(of: bytes)
    }
}

/// Two files for one place.
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
                // Many file systems do not tell case apart.
                guard let other = sources.updateValue(output.path, forKey: file.name.lowercased()) else { continue }
                diagnostics.append(.sameFile(file.name, first: other, second: output.path))
            }
        }
        return diagnostics.sorted()
    }
}
