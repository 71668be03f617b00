import ModelSchema

extension MigrationJudge {
    mutating func verdict(
        onRelationship relationship: Relationship, _ kind: ModelChange.Kind, _ change: ModelChange
    ) -> MigrationVerdict {
        switch kind {
        case .added: return verdict(onAddedRelationship: relationship, change)
        case .removed: return verdict(onRemovedRelationship: relationship, change)
        case .renamed:
            if relationship.isTransient { return Self.notStored }
            return isClaimedTwice(relationship, change)
                ? Self.claimedTwice : .lightweight("the renaming identifier says which relationship it continues")
        case .changed(let setting, let before, let after):
            guard case .relationship(let old) = change.old else { return .notNeeded("stores do not contain it") }
            if setting == .isTransient {
                return after == .flag(true)
                    ? .lossy("the destinations are dropped: a transient relationship is not stored")
                    : verdict(onAddedRelationship: relationship, change)
            }
            if relationship.isTransient { return Self.notStored }
            if old.isTransient { return .notNeeded("the destinations were not stored before") }
            return verdict(from: old, to: relationship, setting, before, after, change)
        case .reordered: return .notNeeded("the order has no effect")
        }
    }

    private static let notStored = MigrationVerdict.notNeeded("a transient relationship is not stored")
    private static let validatedLater = MigrationVerdict.lightweight(
        "all destinations are kept; objects are validated when they are saved again")

    private mutating func verdict(
        from old: Relationship, to new: Relationship, _ setting: ModelSetting, _ before: ModelSettingValue,
        _ after: ModelSettingValue, _ change: ModelChange
    ) -> MigrationVerdict {
        switch setting {
        case .destinationEntity:
            if pair.newName(ofEntity: old.destinationName) == new.destinationName, new.destinationName != nil {
                return .lightweight("the destination was renamed")
            }
            return .mapping(
                "existing objects refer to objects of \(before), not \(after)",
                remedy: "keep '\(new.name)' as it is, and add a relationship under another name")
        case .inverseName: return .lightweight("the destinations are kept")
        case .isOptional:
            guard after == .flag(false) else { return .lightweight("all destinations are kept") }
            guard needsValue(new) else { return Self.validatedLater }
            return .mapping("objects might have no destination", remedy: "keep it optional")
        case .isToMany:
            guard after == .flag(false) else { return .lightweight("the destination is kept as the only one") }
            return .mapping(
                "objects might have more than one destination",
                remedy: "keep '\(new.name)' as it is, and add a to-one relationship under another name")
        case .isOrdered:
            guard new.isToMany else { return .notNeeded("a to-one relationship has no order") }
            guard old.isToMany else { return .lightweight("a single destination has no order") }
            return after == .flag(true)
                ? .lightweight("the destinations get an order")
                : .lossy("the destinations are kept, but their order is dropped")
        case .minimumCount, .maximumCount:
            guard old.isToMany == new.isToMany else { return .lightweight("it follows from the kind of relationship") }
            return Self.validatedLater
        case .renamingIdentifier:
            return isClaimedTwice(new, change)
                ? Self.claimedTwice : .notNeeded("it affects only how a migration pairs relationships")
        case .deleteRule: return .notNeeded("it affects only later deletions")
        case .versionHashModifier: return .lightweight("the modifier requires a migration; all destinations are kept")
        default: return .notNeeded("stores do not contain it")
        }
    }

    private mutating func verdict(
        onAddedRelationship relationship: Relationship, _ change: ModelChange
    ) -> MigrationVerdict {
        if relationship.isTransient { return Self.notStored }
        if isClaimedTwice(relationship, change) { return Self.claimedTwice }
        if let owner = entity(at: change.newPath, in: pair.new) {
            var sources: Set<String> = []
            var isMissing = false
            for member in pair.new.concreteFamily(of: owner) {
                guard let oldMember = pair.oldCounterpart(of: member) else { continue }
                let source = pair.old.counterpart(of: relationship, in: oldMember)
                guard let source, !source.property.isTransient else {
                    isMissing = true
                    continue
                }
                sources.insert("\(source.owner.name).\(source.property.name)")
            }
            if !isMissing {
                return sources.isEmpty
                    ? .lightweight("stores contain no objects that would have it")
                    : .lightweight("the destinations move here from \(Self.list(sources.sorted()))")
            }
        }
        guard !relationship.isOptional else { return .lightweight("existing objects have no destination") }
        guard needsValue(relationship) else {
            return .lightweight("existing objects have no destinations, and need some when they are saved again")
        }
        return .mapping("existing objects would lack a destination that is required", remedy: "make it optional")
    }

    private mutating func verdict(
        onRemovedRelationship relationship: Relationship, _ change: ModelChange
    ) -> MigrationVerdict {
        if relationship.isTransient { return Self.notStored }
        guard let owner = entity(at: change.oldPath, in: pair.old) else {
            return .lossy("the destinations are dropped")
        }
        var destinations: Set<String> = []
        for member in pair.old.concreteFamily(of: owner) {
            guard let newMember = pair.newCounterpart(of: member) else { continue }
            let found = pair.new.counterpart(of: relationship, in: newMember)
            guard let found, !found.property.isTransient else {
                return .lossy("objects stay, but lose their destinations")
            }
            destinations.insert("\(found.owner.name).\(found.property.name)")
        }
        return destinations.isEmpty
            ? .lightweight("stores contain no objects that have it")
            : .lightweight("the destinations move to \(Self.list(destinations.sorted()))")
    }

    private mutating func isClaimedTwice(_ relationship: Relationship, _ change: ModelChange) -> Bool {
        guard let owner = entity(at: change.newPath, in: pair.new) else { return false }
        return pair.new.ownRelationships(of: owner).claimCount(of: relationship) > 1
    }
}
