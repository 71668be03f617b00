/// What the last run generated for each model, as hashes: a folder that can be removed at any time.
///
/// It says only that some inputs gave files with some hashes. Whether those files are there is looked up on disk each
/// time, so a cache that is gone, damaged or cannot be written costs time and nothing else.
public struct GenerationCache: Sendable {
    /// The files of one model.
    public struct Entry: Sendable, Hashable {
        public var files: [OutputFile]
        public var humanFiles: [OutputFile]

        public init(files: [OutputFile], humanFiles: [OutputFile]) {
            self.files = files
            self.humanFiles = humanFiles
        }
    }

    private let folder: String
    /// What differs between two builds of the tool, and goes into every fingerprint.
    public let toolIdentity: String
    private let files: any FileLayer

    /// - Parameter folder: An absolute path. The folder is made when there is something to remember.
    public init(folder: String, toolIdentity: String, files: any FileLayer = Disk()) {
        self.folder = folder
        self.toolIdentity = toolIdentity
        self.files = files
    }

    /// The files that some inputs gave, without their texts; nil where that is not known.
    ///
    /// - Parameters:
    ///   - place: Where the inputs come from and the files go to. The cache remembers one run for each place.
    ///   - fingerprint: The hash of the inputs.
    public func entry(at place: String, for fingerprint: ContentHash) -> Entry? {
        guard case .file(let bytes)? = try? files.entry(at: path(of: place)) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, lines.popLast()?.isEmpty == true, let checksum = lines.popLast() else { return nil }
        let text = lines.map { $0 + "\n" }.joined()
        guard checksum == ContentHash(of: text).description, lines.removeFirst() == fingerprint.description else {
            return nil
        }
        var entry = Entry(files: [], humanFiles: [])
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, let hash = ContentHash(fields[1]) else { return nil }
            let file = OutputFile(name: String(fields[2]), hash: hash)
            if fields[0] == "human" { entry.humanFiles.append(file) } else { entry.files.append(file) }
        }
        return entry
    }

    /// Remembers what some inputs gave.
    public func remember(_ entry: Entry, at place: String, for fingerprint: ContentHash) {
        let lines =
            entry.files.map { "file\t\($0.hash)\t\($0.name)" }
            + entry.humanFiles.map { "human\t\($0.hash)\t\($0.name)" }
        let text = ([fingerprint.description] + lines).map { $0 + "\n" }.joined()
        let path = path(of: place)
        // Nobody misses what could not be remembered.
        if (try? files.entry(at: folder)) == .missing { try? makeFolder(folder) }
        let temporary = path + ".\(getProcessID())"
        try? files.create(temporary, holding: Array("\(text)\(ContentHash(of: text))\n".utf8))
        if (try? files.rename(temporary, to: path)) == nil { try? files.remove(temporary) }
    }

    private func makeFolder(_ folder: String) throws(FileFailure) {
        let parent = "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
        if parent != "/", try files.entry(at: parent + "/.") == .missing { try makeFolder(parent) }
        try files.makeFolder(folder)
    }

    private func path(of place: String) -> String {
        "\(folder)/\(ContentHash(of: place))"
    }
}
