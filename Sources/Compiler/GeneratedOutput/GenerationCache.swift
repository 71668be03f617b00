public import FileAccess
public import ModelDiagnostics

/// A folder with the diagnostics and the hashes of the files that the last run generated for each model. You can remove
/// it at any time.
///
/// It records only which diagnostics and file hashes result from which inputs. Each run checks on disk whether those
/// files exist, so a missing, damaged, or read-only cache only costs time.
public struct GenerationCache: Sendable {
    /// The result for one model.
    public struct Entry: Sendable, Hashable {
        /// The diagnostics of the model, in the order in which they were reported.
        public var diagnostics: [LocatedDiagnostic]
        /// The generated files, by their hashes.
        public var files: [OutputFile]
        /// The files that modelgen writes once and people then edit, by their hashes.
        public var humanFiles: [OutputFile]
        /// The files with tests of the generated files. Results with tests are not remembered.
        public var testFiles: [OutputFile]

        /// Creates the result for a model. The default is a result without diagnostics and tests.
        public init(
            diagnostics: [LocatedDiagnostic] = [], files: [OutputFile], humanFiles: [OutputFile],
            testFiles: [OutputFile] = []
        ) {
            self.diagnostics = diagnostics
            self.files = files
            self.humanFiles = humanFiles
            self.testFiles = testFiles
        }
    }

    private let folder: String
    /// A value that differs between builds of the tool. It is part of every fingerprint.
    public let toolIdentity: String
    private let files: any FileLayer

    /// - Parameter folder: An absolute path. The cache creates the folder when it first remembers a result.
    public init(folder: String, toolIdentity: String, files: any FileLayer = Disk()) {
        self.folder = folder
        self.toolIdentity = toolIdentity
        self.files = files
    }

    /// The result of some inputs, with files without their text; nil if it is not known.
    ///
    /// - Parameters:
    ///   - place: The source of the inputs and the destination of the files. The cache remembers one run for each
    ///     place.
    ///   - fingerprint: The hash of the inputs.
    public func entry(at place: String, for fingerprint: ContentHash) -> Entry? {
        guard case .file(let bytes)? = try? files.entry(at: path(of: place)) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, lines.popLast()?.isEmpty == true, let checksum = lines.popLast() else { return nil }
        let text = lines.map { $0 + "\n" }.joined()
        guard checksum == ContentHash(of: text).description, lines.removeFirst() == fingerprint.description else {
            return nil
        }
        return Self.entry(in: lines)
    }

    /// Remembers the result of some inputs.
    public func remember(_ entry: Entry, at place: String, for fingerprint: ContentHash) {
        let lines =
            RememberedDiagnostics.lines(for: entry.diagnostics)
            + entry.files.map { Self.line("file", $0) } + entry.humanFiles.map { Self.line("human", $0) }
        let text = ([fingerprint.description] + lines).map { $0 + "\n" }.joined()
        let path = path(of: place)
        // A result that cannot be remembered is computed again.
        if (try? files.entry(at: folder)) == .missing { try? makeFolder(folder) }
        let temporary = FreshName.beside(path)
        do throws(FileFailure) {
            try files.create(temporary, holding: Array("\(text)\(ContentHash(of: text))\n".utf8), like: nil)
            try files.rename(temporary, to: path)
        } catch {
            try? files.remove(temporary)
        }
    }

    private static func line(_ kind: String, _ file: OutputFile) -> String {
        "\(kind)\t\(file.hash)\t\(file.quickHash?.description ?? "")\t\(file.name)"
    }

    private static func entry(in lines: [Substring]) -> Entry? {
        var entry = Entry(files: [], humanFiles: [])
        var remembered = RememberedDiagnostics()
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count == 4, let hash = ContentHash(fields[1]) {
                let file = OutputFile(name: String(fields[3]), hash: hash, quickHash: QuickHash(fields[2]))
                if fields[0] == "human" { entry.humanFiles.append(file) } else { entry.files.append(file) }
            } else if !remembered.read(fields) {
                return nil
            }
        }
        entry.diagnostics = remembered.diagnostics
        return entry
    }

    private func makeFolder(_ folder: String) throws(FileFailure) {
        let parent = "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
        if parent != "/", try files.entry(at: parent + "/.") == .missing { try makeFolder(parent) }
        try files.makeFolder(folder)
    }

    private func path(of place: String) -> String { "\(folder)/\(ContentHash(of: place))" }
}
