import ModelSchema

extension Relationship {
    /// The number of destinations of an object: `1`, `0..1`, `0..*`, `1..*`, `2..10`.
    ///
    /// An optional relationship can always be empty, regardless of its minimum count.
    var multiplicityText: String {
        let least = isOptional ? 0 : max(1, minimumCount)
        guard isToMany else { return isOptional ? "0..1" : "1" }
        return maximumCount > 0 ? "\(least)..\(maximumCount)" : "\(least)..*"
    }

    /// The delete rule in lower case, for sentences.
    var deleteRuleText: String {
        switch deleteRule {
        case .noAction: "no action"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }

    /// Whether the order of destinations matters. In files, a to-one relationship can also have the flag.
    var keepsOrder: Bool { isToMany && isOrdered }

    /// The details for a table or tooltip, in addition to name, destination, multiplicity, and delete rule.
    var notes: [String] {
        var notes: [String] = []
        if keepsOrder { notes.append("ordered") }
        if isTransient { notes.append("transient") }
        if isIndexed { notes.append("indexed") }
        if let renamingIdentifier, renamingIdentifier != name { notes.append("renamed from \(renamingIdentifier)") }
        if let versionHashModifier { notes.append("hash modifier \(versionHashModifier)") }
        return notes
    }
}
