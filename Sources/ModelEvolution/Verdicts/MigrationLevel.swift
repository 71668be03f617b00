/// What it takes to open a store of the older model with the newer one, the least first.
public enum MigrationLevel: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Nothing: version hashes stay the same, and stores open as they are.
    case notNeeded
    /// A lightweight migration: Core Data infers it from the two models.
    case lightweight
    /// A mapping model, a custom migration stage or another edit of the model: Core Data infers nothing.
    case needsMapping
    /// Another edit of the model: it contradicts itself, and no migration can tell what is meant.
    case impossible

    public static func < (left: MigrationLevel, right: MigrationLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The level in words: `needs a mapping`.
    public var label: String {
        switch self {
        case .notNeeded: "no migration needed"
        case .lightweight: "lightweight"
        case .needsMapping: "needs a mapping"
        case .impossible: "impossible"
        }
    }

    /// The level as programs read it: `needs-mapping`.
    public var code: String {
        switch self {
        case .notNeeded: "not-needed"
        case .lightweight: "lightweight"
        case .needsMapping: "needs-mapping"
        case .impossible: "impossible"
        }
    }
}
