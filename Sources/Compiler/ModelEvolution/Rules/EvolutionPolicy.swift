/// The policy of a project for the versions of its models. Missing settings are nil.
public struct EvolutionPolicy: Sendable, Hashable {
    /// The number of earlier versions from which stores must migrate to a version by lightweight migration.
    public enum Extent: Sendable, Hashable {
        /// All earlier versions.
        case all
        /// A number of the latest versions.
        case last(Int)

        /// Creates an extent from its text, `all` or a number of at least 1; nil for any other text.
        public init?(_ text: String) {
            if text == "all" {
                self = .all
            } else if let count = Int(text), count > 0 {
                self = .last(count)
            } else {
                return nil
            }
        }
    }

    /// The versions in the released commit that must not change.
    public enum ProtectedVersions: String, Sendable, Hashable, CaseIterable {
        /// All versions.
        case all
        /// All versions except the current one.
        case older
    }

    /// The branch, tag, or commit with the released models.
    public var against: String?
    /// The number of earlier versions that must migrate to a version. The default is the latest one.
    public var lightweightFrom: Extent?
    /// The versions that must not change. The default is all.
    public var released: ProtectedVersions?

    /// Creates a policy. By default, it is empty.
    public init(against: String? = nil, lightweightFrom: Extent? = nil, released: ProtectedVersions? = nil) {
        self.against = against
        self.lightweightFrom = lightweightFrom
        self.released = released
    }

    /// Returns this policy, completed by another policy.
    public func completed(by other: EvolutionPolicy) -> EvolutionPolicy {
        EvolutionPolicy(
            against: against ?? other.against, lightweightFrom: lightweightFrom ?? other.lightweightFrom,
            released: released ?? other.released)
    }
}
