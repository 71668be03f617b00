import ModelSchema

/// Assesses what each change between two models means for stores.
struct MigrationJudge {
    var pair: ModelPair

    init(_ pair: ModelPair) { self.pair = pair }

    mutating func verdict(on change: ModelChange) -> MigrationVerdict {
        if !isExhausted {
            let verdict = verdictByRules(on: change)
            if !isExhausted { return verdict }
        }
        return .mapping("the entity hierarchies are too large to analyze")
    }

    private var isExhausted: Bool { pair.old.isExhausted || pair.new.isExhausted }

    private mutating func verdictByRules(on change: ModelChange) -> MigrationVerdict {
        switch (change.new ?? change.old, change.kind) {
        case (_, .reordered): .notNeeded("the order has no effect")
        case (.entity(let entity), let kind): verdict(onEntity: entity, kind, change)
        case (.attribute(let attribute), let kind): verdict(onProperty: attribute, kind, change)
        case (.relationship(let relationship), let kind): verdict(onProperty: relationship, kind, change)
        case (.uniquenessConstraint, let kind): Self.verdict(onConstraint: kind)
        case (.index, _), (.compoundIndex, _):
            .notNeeded(
                "stores open unchanged; a store gains or loses an index only when it is migrated",
                remedy: "to index existing stores, change the version hash modifier of the entity")
        case (.configuration(let configuration), let kind): verdict(onConfiguration: configuration, kind)
        case (.fetchedProperty, _), (.fetchRequestTemplate, _): .notNeeded("stores do not contain fetches")
        case (.composite, _): .notNeeded("stores contain composites only in attributes, which have their own verdicts")
        case (.model, _), (nil, _): .notNeeded("stores do not contain it")
        }
    }

    private static func verdict(onConstraint kind: ModelChange.Kind) -> MigrationVerdict {
        guard kind == .added else { return .lightweight("all values are kept") }
        return MigrationVerdict(
            .lightweight, "the migration fails where two objects have the same values",
            remedy: "remove duplicates first, with the older model")
    }

    private func verdict(onConfiguration configuration: Configuration, _ kind: ModelChange.Kind) -> MigrationVerdict {
        switch kind {
        case .removed: return .notNeeded("code that opens a store with the configuration must change, too")
        case .changed(.memberEntities, .names(let before), .names(let after)):
            let after = Set(after)
            let lost = before.filter { name in
                pair.newName(ofEntity: name).map { !after.contains($0) } ?? false
            }
            guard !lost.isEmpty else { return .notNeeded("stores with the configuration contain more entities") }
            return .lossy(
                "a store that is opened with the configuration drops the objects of \(Self.list(lost))",
                remedy: "keep the entities in the configuration, or move their objects to another store first")
        default: return .notNeeded("stores do not contain it")
        }
    }

    /// Names in quotes, in their order, with a limit that people can still read.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }

    /// If a migration takes place for a different reason, elements lose their values if their renaming identifier does
    /// not say which element they continue, because Core Data pairs elements by identifiers.
    ///
    /// Source: Apple's documentation of `renamingIdentifier`.
    func reviewLostIdentifiers(in changes: inout [AssessedChange]) {
        for index in changes.indices {
            guard case .changed(.renamingIdentifier, _, _) = changes[index].change.kind,
                let before = changes[index].change.old?.renamable?.continuedName,
                let after = changes[index].change.new?.renamable?.continuedName, before != after
            else { continue }
            changes[index].verdict = .lossy(
                "Core Data pairs elements by renaming identifier, which was '\(before)'",
                remedy: "set elementID=\"\(before)\"")
        }
    }
}
