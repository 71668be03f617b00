import ModelSchema

extension MigrationJudge {
    mutating func verdict<Property: StoredProperty>(
        onProperty property: Property, _ kind: ModelChange.Kind, _ change: ModelChange
    ) -> MigrationVerdict {
        let kindName = property.element.kindName
        switch kind {
        case .added: return verdict(onAdded: property, change)
        case .removed: return verdict(onRemoved: property, change)
        case .renamed:
            if property.isTransient { return Self.notStored(property) }
            if hasAmbiguousSource(property, change) { return Self.ambiguousSource }
            // Properties of the same type that swap names, for example.
            let owner = entity(at: change.newPath, in: pair.new)
            if owner.map({ pair.hasSameHash($0) }) ?? pair.haveSameHashes() { return Self.unseen(in: owner) }
            return .lightweight("the renaming identifier says which \(kindName) it continues")
        case .changed(let setting, let before, let after):
            guard let old = change.old?.renamable as? Property else { return .notNeeded("stores do not contain it") }
            if setting == .isTransient {
                return after == .flag(true)
                    ? .lossy("the \(Property.content)s are dropped: a transient \(kindName) is not stored")
                    : verdict(onAdded: property, change)
            }
            if property.isTransient { return Self.notStored(property) }
            // The verdict for the flag covers all other changes of the property.
            if old.isTransient { return .notNeeded("the \(Property.content)s were not stored before") }
            switch setting {
            case .renamingIdentifier:
                return hasAmbiguousSource(property, change)
                    ? Self.ambiguousSource : .notNeeded("it affects only how a migration pairs \(kindName)s")
            case .versionHashModifier:
                return .lightweight("the modifier requires a migration; all \(Property.content)s are kept")
            default: return property.verdict(onChangeOf: setting, from: old, before, after, pair)
            }
        case .reordered: return .notNeeded("the order has no effect")
        }
    }

    private static func notStored(_ property: some StoredProperty) -> MigrationVerdict {
        .notNeeded("a transient \(property.element.kindName) is not stored")
    }

    private mutating func verdict(onAdded property: some StoredProperty, _ change: ModelChange) -> MigrationVerdict {
        if property.isTransient { return Self.notStored(property) }
        if hasAmbiguousSource(property, change) { return Self.ambiguousSource }
        guard let owner = entity(at: change.newPath, in: pair.new) else { return property.verdictOfAdding }
        var sources: Set<String> = []
        var isMissing = false
        for member in pair.new.concreteFamily(of: owner) {
            guard let oldMember = pair.oldCounterpart(of: member) else { continue }
            let source = pair.old.counterpart(of: property, in: oldMember)
            guard let source, !source.property.isTransient else {
                isMissing = true
                continue
            }
            if let refusal = property.refusal(toContinue: source.property) { return refusal }
            sources.insert("\(source.owner.name).\(source.property.name)")
        }
        if isMissing { return property.verdictOfAdding }
        return sources.isEmpty
            ? .lightweight("stores contain no objects that would have it")
            : .lightweight("the \(type(of: property).content)s move here from \(Self.list(sources.sorted()))")
    }

    private mutating func verdict(onRemoved property: some StoredProperty, _ change: ModelChange) -> MigrationVerdict {
        if property.isTransient { return Self.notStored(property) }
        if property.isDerived { return .lightweight("the values were computed") }
        guard let owner = entity(at: change.oldPath, in: pair.old) else {
            return .lossy("the \(type(of: property).content)s are dropped")
        }
        var destinations: Set<String> = []
        for member in pair.old.concreteFamily(of: owner) {
            // The change of a deleted entity covers its properties.
            guard let newMember = pair.newCounterpart(of: member) else { continue }
            let found = pair.new.counterpart(of: property, in: newMember)
            guard let found, !found.property.isTransient else { return .lossy(type(of: property).lossOfRemoving) }
            destinations.insert("\(found.owner.name).\(found.property.name)")
        }
        return destinations.isEmpty
            ? .lightweight("stores contain no objects that have it")
            : .lightweight("the \(type(of: property).content)s move to \(Self.list(destinations.sorted()))")
    }

    private mutating func hasAmbiguousSource(_ property: some StoredProperty, _ change: ModelChange) -> Bool {
        guard let owner = entity(at: change.newPath, in: pair.new) else { return false }
        return pair.new.ownProperties(of: owner).claimCount(of: property) > 1
    }

    /// The entity that declares the property at a path; nil for attributes of a composite.
    private func entity(at path: SchemaPath?, in index: HierarchyIndex) -> Entity? {
        guard let step = path?.steps.first, step.kind == .entity, let name = step.name else { return nil }
        return index.entity(named: name)
    }
}
