/// The meaning of a change for stores of the older model, with the reason.
///
/// Source: Apple's “Migrating your data model automatically”, which lists what Core Data infers.
///
/// ```swift
/// let verdicts = assessment.changes.map { "\($0.verdict.label): \($0.verdict.reason)" }
/// // lightweight, loses data: the values are dropped
/// // lightweight: existing objects have no value
/// ```
public struct MigrationVerdict: Sendable, Hashable {
    /// The effort to migrate.
    public var level: MigrationLevel
    /// Whether a lightweight migration drops values of the older stores.
    public var losesData: Bool
    /// The reason, as one clause in lower case.
    public var reason: String
    /// The edit that would make the change lightweight, or keep the values; nil if there is none.
    public var remedy: String?

    /// Creates a verdict.
    public init(_ level: MigrationLevel, losesData: Bool = false, _ reason: String, remedy: String? = nil) {
        self.level = level
        self.losesData = losesData
        self.reason = reason
        self.remedy = remedy
    }

    /// The verdict in words: `lightweight, loses data`.
    public var label: String { Self.label(level, losesData: losesData) }

    static func label(_ level: MigrationLevel, losesData: Bool) -> String {
        losesData ? "\(level.label), loses data" : level.label
    }

    /// Returns the verdict for a change that version hashes do not include.
    static func notNeeded(_ reason: String, remedy: String? = nil) -> Self { Self(.notNeeded, reason, remedy: remedy) }

    /// Returns the verdict for a change that Core Data infers without losing values.
    static func lightweight(_ reason: String) -> Self { Self(.lightweight, reason) }

    /// Returns the verdict for a change that Core Data infers, but that drops values.
    static func lossy(_ reason: String, remedy: String? = nil) -> Self {
        Self(.lightweight, losesData: true, reason, remedy: remedy)
    }

    /// Returns the verdict for a change that Core Data does not infer.
    static func mapping(_ reason: String, remedy: String? = nil) -> Self { Self(.needsMapping, reason, remedy: remedy) }
}
