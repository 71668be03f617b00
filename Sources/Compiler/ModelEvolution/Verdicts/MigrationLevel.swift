/// How a store of the older model can be opened with the newer model, from the least effort to the most.
///
/// ```swift
/// let needsCode = assessment.level > .lightweight  // Core Data does not infer the migration.
/// ```
public enum MigrationLevel: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// No migration: version hashes stay the same, and stores open as they are.
    case notNeeded
    /// A lightweight migration: Core Data infers it from the two models.
    case lightweight
    /// A mapping model, a custom migration stage, or a different edit of the model, because Core Data infers nothing.
    case needsMapping
    /// A different edit of the model, because it contradicts itself, so no migration is possible, or because version
    /// hashes do not include it, so none takes place.
    case impossible

    public static func < (left: MigrationLevel, right: MigrationLevel) -> Bool { left.rawValue < right.rawValue }

    /// The level in words: `needs a mapping`.
    public var label: String {
        switch self {
        case .notNeeded: "no migration needed"
        case .lightweight: "lightweight"
        case .needsMapping: "needs a mapping"
        case .impossible: "impossible"
        }
    }

    /// The level for programs: `needs-mapping`.
    public var code: String {
        switch self {
        case .notNeeded: "not-needed"
        case .lightweight: "lightweight"
        case .needsMapping: "needs-mapping"
        case .impossible: "impossible"
        }
    }
}
