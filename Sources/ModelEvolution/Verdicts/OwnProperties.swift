import ModelSchema

/// The properties that an entity declares itself, by the names and the identifiers that migration pairs them by.
struct OwnProperties<Property: RenamableElement>: Sendable {
    private var byIdentifier: [String: Property] = [:]
    private var byName: [String: Property] = [:]
    private var identifierCounts: [String: Int] = [:]

    init(_ properties: [Property]) {
        for property in properties {
            if byIdentifier[property.continuedIdentity] == nil { byIdentifier[property.continuedIdentity] = property }
            if byName[property.name] == nil { byName[property.name] = property }
            identifierCounts[property.continuedIdentity, default: 0] += 1
        }
    }

    /// The property that shares a renaming identifier with one of the other model, or has its name.
    func counterpart(of property: Property) -> Property? {
        byIdentifier[property.continuedIdentity] ?? byName[property.continuedIdentity] ?? byName[property.name]
    }

    /// How many properties claim the identifier of one of them.
    func claimCount(of property: Property) -> Int {
        identifierCounts[property.continuedIdentity] ?? 0
    }
}
