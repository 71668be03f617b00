import ModelSchema

extension Relationship {
    /// How many destinations an object has: `1`, `0..1`, `0..*`, `1..*`, `2..10`.
    ///
    /// An optional relationship may always be empty, whatever least number it names.
    var multiplicityText: String {
        let least = isOptional ? 0 : max(1, minimumCount)
        guard isToMany else { return isOptional ? "0..1" : "1" }
        return maximumCount > 0 ? "\(least)..\(maximumCount)" : "\(least)..*"
    }

    /// The delete rule in lower case, as it is spoken of in a sentence.
    var deleteRuleText: String {
        switch deleteRule {
        case .noAction: "no action"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }

    /// Whether the order of destinations means something. Files carry the flag on a to-one too.
    var keepsOrder: Bool { isToMany && isOrdered }

    /// What a table or a tooltip adds to name, destination, multiplicity and delete rule.
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
