public import FileAccess
public import ModelDiagnostics

/// The changes that a run makes to one output folder. Creating a plan changes nothing.
///
/// ```swift
/// let problems = plan.isUpToDate ? [] : plan.diagnostics + plan.stalenessDiagnostics  // For CI
/// ```
public struct FolderPlan: Sendable, Hashable {
    /// The path of the folder, as messages show it.
    public let folder: String
    /// The changes to generated files, by name, without the manifest.
    public internal(set) var changes: [FileChange] = []
    /// The change to the manifest, if it is written or removed.
    public internal(set) var manifestChange: FileChange?
    /// The manifest with what a killed run would have listed; nil if there was none, or if it lists nothing more.
    ///
    /// The run writes it before anything else. Then the hashes of the files that the killed run replaced are known even
    /// if this run fails.
    var adoptedManifest: [UInt8]?
    /// The hidden files that a killed transaction has left in the folder, by name.
    var leftovers: [String] = []
    /// The diagnostics of the plan. They include errors if it cannot be carried out.
    public internal(set) var diagnostics: [LocatedDiagnostic] = []
    /// The manifest that the plan was made with; nil if there was none.
    let manifestBytes: [UInt8]?
    /// Whether the plan was made with a manifest.
    let keepsManifest: Bool

    /// Creates a plan without changes.
    init(folder: String, manifestBytes: [UInt8]?, keepsManifest: Bool) {
        self.folder = folder
        self.manifestBytes = manifestBytes
        self.keepsManifest = keepsManifest
    }

    /// Whether the plan changes nothing in the folder.
    public var changesNothing: Bool {
        manifestChange == nil && leftovers.isEmpty && changes.allSatisfy { $0.status == .unchanged }
    }

    /// The change to the manifest after the run has written ``adoptedManifest``, if it is written or removed.
    var lastManifestChange: FileChange? {
        guard let adoptedManifest else { return manifestChange }
        let newBytes: [UInt8]? = manifestChange.map(\.newBytes) ?? manifestBytes
        guard newBytes != adoptedManifest else { return nil }
        return FileChange(
            name: Manifest.fileName, status: newBytes == nil ? .removed : .written, oldBytes: adoptedManifest,
            newBytes: newBytes)
    }

    /// Whether the generated files are up to date, regardless of the files that people edit.
    public var isUpToDate: Bool { staleChanges.isEmpty }

    /// The changes to files that are not up to date, with the manifest last.
    public var staleChanges: [FileChange] {
        changes.filter { $0.status != .unchanged && !$0.isCustomCode } + (manifestChange.map { [$0] } ?? [])
    }

    /// Whether errors prevent the plan from being carried out.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Whether the plan is blocked.
    public var isBlocked: Bool {
        changes.contains { $0.status == .blocked && $0.blockingReason != .unlisted && $0.blockingReason != .frozen }
    }

    /// The diagnostics of a check about files that are not up to date, without those in ``diagnostics``.
    public var stalenessDiagnostics: [LocatedDiagnostic] {
        staleChanges.filter { $0.status == .written || $0.status == .removed }
            .map { .stale($0, path: path(of: $0.name)) }
    }

    /// A summary in one line: `3 written, 85 unchanged, 1 removed`.
    public var summary: String {
        let counts = FileChange.Status.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
        return counts.isEmpty ? "no files" : counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    }

    /// Returns the number of files with a status.
    public func count(_ status: FileChange.Status) -> Int { changes.count { $0.status == status } }

    /// Returns the path of a file in the folder.
    public func path(of name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }
}

extension FolderPlan {
    /// Plans the contents of a folder that contains only generated files, and no manifest, such as a compiled model.
    ///
    /// - Parameters:
    ///   - folder: An absolute path. The folder need not exist.
    ///   - contents: The files of the folder, by name.
    ///   - obsoleteNames: The names of generated files in the folder to remove. They need not exist: the plan also
    ///     removes what a killed transaction has left of them.
    ///   - files: The disk.
    /// - Throws: An error of reading the folder, also if something else than a file has the name of one.
    public init(
        replacing folder: String, with contents: [String: [UInt8]], removing obsoleteNames: [String] = [],
        files: any FileSystem = LocalFileSystem()
    ) throws(FileError) {
        self.init(folder: folder, manifestBytes: nil, keepsManifest: false)
        for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let old = try Self.bytes(of: path(of: name), files)
            changes.append(
                FileChange(
                    name: name, status: old == bytes ? .unchanged : .written, oldBytes: old, newBytes: bytes))
        }
        for name in obsoleteNames.sorted() where contents[name] == nil {
            guard let old = try Self.bytes(of: path(of: name), files) else { continue }
            changes.append(FileChange(name: name, status: .removed, oldBytes: old))
        }
        // Not those of a manifest, which belongs to modelgen generate: they tell its next run what a killed run wrote.
        try findLeftovers(of: Set(contents.keys).union(obsoleteNames).sorted(), files)
    }

    /// Finds the hidden files of the files with some names, in their order.
    mutating func findLeftovers(of names: [String], _ files: any FileSystem) throws(FileError) {
        for name in names {
            let hidden = OutputTransaction.hiddenNames(of: name)
            for hidden in [hidden.new, hidden.old] {
                if case .file = try files.entry(at: path(of: hidden)) { leftovers.append(hidden) }
            }
        }
    }

    private static func bytes(of path: String, _ files: any FileSystem) throws(FileError) -> [UInt8]? {
        switch try files.entry(at: path) {
        case .missing: return nil
        case .file(let bytes): return bytes
        case .folder, .link, .other:
            throw FileError(path: path, operation: "written", reason: "it is not a regular file")
        }
    }
}
