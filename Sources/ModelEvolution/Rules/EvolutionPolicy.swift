/// What a project promises about the versions of its models. What it leaves out is nil.
public struct EvolutionPolicy: Sendable, Hashable {
    /// From how many versions before it a new version can be reached by lightweight migration.
    public enum Extent: Sendable, Hashable {
        /// From every one.
        case all
        /// From the last ones.
        case last(Int)

        /// An extent by its text, `all` or a number from 1; nil for anything else.
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

    /// Which versions of the commit that models are compared with may no longer change.
    public enum Released: String, Sendable, Hashable, CaseIterable {
        /// Every one.
        case all
        /// All but its current version.
        case older
    }

    /// The branch, tag or commit that holds what was released.
    public var against: String?
    /// From how many versions before it a new version can be reached; the last one where nothing is said.
    public var lightweightFrom: Extent?
    /// Which versions may no longer change; all where nothing is said.
    public var released: Released?

    /// A policy that says nothing, unless something is given.
    public init(against: String? = nil, lightweightFrom: Extent? = nil, released: Released? = nil) {
        self.against = against
        self.lightweightFrom = lightweightFrom
        self.released = released
    }

    /// This policy, with what it leaves out taken from another.
    public func completed(by other: EvolutionPolicy) -> EvolutionPolicy {
        EvolutionPolicy(
            against: against ?? other.against, lightweightFrom: lightweightFrom ?? other.lightweightFrom,
            released: released ?? other.released)
    }
}
