public import ModelDiagnostics

/// What a run does to one output folder. Making a plan changes nothing.
public struct FolderPlan: Sendable, Hashable {
    /// The path of the folder, as messages show it.
    public let folder: String
    /// What becomes of the generated files, by name. Without the manifest.
    public internal(set) var changes: [FileChange] = []
    /// The manifest, when it is written or removed.
    public internal(set) var manifestChange: FileChange?
    /// What there is to say: errors where the plan cannot be carried out.
    public internal(set) var diagnostics: [LocatedDiagnostic] = []
    /// The manifest that the plan was made with; nil if there was none.
    let manifestBytes: [UInt8]?
    /// Whether the plan was made with a manifest.
    let keepsManifest: Bool

    /// Whether carrying the plan out would leave the folder as it is.
    public var isFresh: Bool {
        manifestChange == nil && changes.allSatisfy { $0.status == .unchanged }
    }

    /// Whether the generated files are as they should be. Those that belong to people do not matter.
    public var isUpToDate: Bool { staleChanges.isEmpty }

    /// What is not as it should be, the manifest last.
    public var staleChanges: [FileChange] {
        changes.filter { $0.status != .unchanged && !$0.isHuman } + (manifestChange.map { [$0] } ?? [])
    }

    /// Whether the plan can be carried out.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Whether something stands in the way that is not the tool's.
    public var isBlocked: Bool { changes.contains { $0.status == .blocked && $0.obstacle != .unlisted } }

    /// What a check says about files that are not as they should be, and about which ``diagnostics`` say nothing.
    public var staleness: [LocatedDiagnostic] {
        staleChanges.filter { $0.status == .written || $0.status == .removed }
            .map { .stale($0, path: path(of: $0.name)) }
    }

    /// One line for people: `3 written, 85 unchanged, 1 removed`.
    public var summary: String {
        let counts = FileChange.Status.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
        return counts.isEmpty ? "no files" : counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    }

    /// How many files have a status.
    public func count(_ status: FileChange.Status) -> Int {
        changes.count { $0.status == status }
    }

    /// The path of a file in the folder.
    public func path(of name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
