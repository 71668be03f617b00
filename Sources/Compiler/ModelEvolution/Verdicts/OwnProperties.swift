import ModelSchema

/// The properties that an entity declares, by name and by the identifier with which migration pairs them.
struct OwnProperties<Property: RenamableElement>: Sendable {
    private var byIdentifier: [String: Property] = [:]
    private var byName: [String: Property] = [:]
    private var identifierCounts: [String: Int] = [:]

    init(_ properties: [Property]) {
        for property in properties {
            if byIdentifier[property.continuedName] == nil { byIdentifier[property.continuedName] = property }
            if byName[property.name] == nil { byName[property.name] = property }
            identifierCounts[property.continuedName, default: 0] += 1
        }
    }

    /// Returns the property with the same renaming identifier as a property of the other model, or with its name.
    func counterpart(of property: Property) -> Property? {
        byIdentifier[property.continuedName] ?? byName[property.continuedName] ?? byName[property.name]
    }

    /// Returns the number of properties with the same identifier as a property.
    func claimCount(of property: Property) -> Int { identifierCounts[property.continuedName] ?? 0 }
}
