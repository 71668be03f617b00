import ModelSchema

extension MigrationJudge {
    mutating func verdict(
        onEntity entity: Entity, _ kind: ModelChange.Kind, _ change: ModelChange
    ) -> MigrationVerdict {
        switch kind {
        case .added:
            return pair.hasAmbiguousSource(entity)
                ? Self.ambiguousSource : .lightweight("stores contain no objects of it yet")
        case .removed:
            return entity.isAbstract
                ? .lightweight("an abstract entity has no objects")
                : .lossy("its objects are dropped")
        case .renamed:
            if pair.hasAmbiguousSource(entity) { return Self.ambiguousSource }
            // Entities that swap names, for example.
            if pair.haveSameHashes() { return Self.unseen(in: entity) }
            return .lightweight("the renaming identifier says which entity it continues")
        case .changed(let setting, _, let value): return verdict(onEntity: entity, setting, value)
        case .reordered: return .notNeeded("the order has no effect")
        }
    }

    private mutating func verdict(
        onEntity entity: Entity, _ setting: ModelSetting, _ value: ModelSettingValue
    ) -> MigrationVerdict {
        switch setting {
        case .renamingIdentifier:
            return pair.hasAmbiguousSource(entity)
                ? Self.ambiguousSource : .notNeeded("it affects only how a migration pairs entities")
        case .isAbstract:
            guard value == .flag(true) else { return .lightweight("the entity has no objects yet") }
            return .mapping(
                "stores might contain its objects, but an abstract entity has none",
                remedy: "keep it, and add an abstract entity as its parent")
        case .parentEntity: return verdict(onParentOf: entity)
        case .versionHashModifier: return .lightweight("the modifier requires a migration; all values are kept")
        default: return .notNeeded("stores do not contain it")
        }
    }

    private mutating func verdict(onParentOf entity: Entity) -> MigrationVerdict {
        guard let oldEntity = pair.oldCounterpart(of: entity) else { return .lightweight("the entity is new") }
        // A parent that was removed has no new name, like an entity without a parent.
        if let newName = pair.newName(ofEntity: oldEntity.parentName), newName == entity.parentName {
            return .lightweight("the parent was renamed")
        }
        let roots = pair.rootsBefore(entity)
        guard roots.count < 2 else {
            return .mapping(
                "separate hierarchies cannot be merged: \(Self.list(roots))",
                remedy: "leave the entities without a common parent")
        }
        let gained = pair.new.lineage(of: entity).dropFirst().flatMap { ancestor -> [String] in
            pair.old.namesNotHeld(ancestor.attributes.filter(\.needsValue), in: oldEntity)
                + pair.old.namesNotHeld(ancestor.relationships.filter(\.needsValue), in: oldEntity)
        }
        guard gained.isEmpty else {
            return .mapping(
                "existing objects would lack values of \(Self.list(gained)), which they now inherit",
                remedy: "make them optional, or give the attributes default values")
        }
        let lost = pair.old.lineage(of: oldEntity).dropFirst().flatMap { ancestor -> [String] in
            pair.new.namesNotHeld(ancestor.attributes.filter { !$0.isTransient }, in: entity)
                + pair.new.namesNotHeld(ancestor.relationships.filter { !$0.isTransient }, in: entity)
        }
        guard lost.isEmpty else {
            return .lossy(
                "objects no longer inherit \(Self.list(lost)), so the values are dropped",
                remedy: "declare them in '\(entity.name)'")
        }
        return .lightweight("all values are kept")
    }

    /// The verdict on renamed elements if Core Data sees no change, so that it moves no values.
    ///
    /// - Parameter entity: The entity of a property; nil for attributes of a composite.
    static func unseen(in entity: Entity?) -> MigrationVerdict {
        MigrationVerdict(
            .impossible,
            "version hashes stay the same, so stores open without a migration that moves the values to the new name",
            remedy: "set a version hash modifier on \(entity.map { "'\($0.name)'" } ?? "the entities that have it")")
    }

    static var ambiguousSource: MigrationVerdict {
        MigrationVerdict(
            .impossible, "another element claims the same name from the previous version",
            remedy: "remove elementID from the one that is new")
    }
}
