/// A change and what it means for stores.
public struct AssessedChange: Sendable, Hashable {
    /// What is different.
    public var change: ModelChange
    /// What that means.
    public var verdict: MigrationVerdict
}
