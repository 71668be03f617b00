/// The policy of a project for the versions of its models. Missing settings are nil.
///
/// ```swift
/// let flags = EvolutionPolicy(reference: "2.0", lightweightVersions: .last(2))
/// let policy = flags.completed(by: configured)  // What the flags leave out
/// ```
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
    public var reference: String?
    /// The number of earlier versions that must migrate to a version. The default is the latest one.
    public var lightweightVersions: Extent?
    /// The versions that must not change. The default is all.
    public var protectedVersions: ProtectedVersions?

    /// Creates a policy. By default, it is empty.
    public init(
        reference: String? = nil, lightweightVersions: Extent? = nil, protectedVersions: ProtectedVersions? = nil
    ) {
        self.reference = reference
        self.lightweightVersions = lightweightVersions
        self.protectedVersions = protectedVersions
    }

    /// Returns this policy, completed by another policy.
    public func completed(by other: EvolutionPolicy) -> EvolutionPolicy {
        EvolutionPolicy(
            reference: reference ?? other.reference,
            lightweightVersions: lightweightVersions ?? other.lightweightVersions,
            protectedVersions: protectedVersions ?? other.protectedVersions)
    }
}
