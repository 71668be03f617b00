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
    public var hash: ContentHash
    /// The text; nil where it is only known what its hash is.
    public var text: String?

    public init(name: String, text: String) {
        self.name = name
        self.text = text
        hash = ContentHash(of: text)
    }

    /// A file whose text has yet to be made, and whose hash is known from an earlier run.
    public init(name: String, hash: ContentHash) {
        self.name = name
        self.hash = hash
    }
}
