import ModelSchema

extension MigrationJudge {
    mutating func verdict(
        onAttribute attribute: Attribute, _ kind: ModelChange.Kind, _ change: ModelChange
    ) -> MigrationVerdict {
        switch kind {
        case .added: return verdict(onAddedAttribute: attribute, change)
        case .removed: return verdict(onRemovedAttribute: attribute, change)
        case .renamed:
            if attribute.isTransient { return Self.notStored }
            return isClaimedTwice(attribute, change)
                ? Self.claimedTwice : .lightweight("the renaming identifier says which attribute it continues")
        case .changed(let setting, let before, let after):
            guard case .attribute(let old) = change.old else { return .notNeeded("stores do not contain it") }
            if setting == .isTransient {
                return after == .flag(true)
                    ? .lossy("the values are dropped: a transient attribute is not stored")
                    : verdict(onAddedAttribute: attribute, change)
            }
            if attribute.isTransient { return Self.notStored }
            // The verdict for the flag covers all other changes of the attribute.
            if old.isTransient { return .notNeeded("the values were not stored before") }
            return verdict(onAttribute: attribute, setting, before, after, change)
        case .reordered: return .notNeeded("the order has no effect")
        }
    }

    private static let notStored = MigrationVerdict.notNeeded("a transient attribute is not stored")

    private mutating func verdict(
        onAttribute attribute: Attribute, _ setting: ModelSetting, _ before: ModelSettingValue,
        _ after: ModelSettingValue,
        _ change: ModelChange
    ) -> MigrationVerdict {
        switch setting {
        case .attributeType, .composite:
            if attribute.isDerived { return .lightweight("the store computes the values again") }
            if case .attribute(let old) = change.old, setting == .attributeType, old.type.isHeld(by: attribute.type) {
                return .lightweight("all numbers are kept")
            }
            return .mapping(
                "Core Data does not convert values from \(before) to \(after)",
                remedy: "keep '\(attribute.name)' as it is, add an attribute under another name, and fill it in code")
        case .isOptional:
            if after == .flag(true) { return .lightweight("all values are kept") }
            if attribute.isDerived { return .lightweight("the store computes the values") }
            if attribute.defaultValue != nil { return .lightweight("objects without a value get the default value") }
            return .mapping(
                "objects might lack a value, and there is no default value",
                remedy: "keep it optional, or give it a default value")
        case .isDerived:
            return after == .flag(true)
                ? .lossy("the store now computes the values, and drops the existing ones")
                : .lightweight("the last computed values are kept")
        case .derivationExpression: return .lightweight("the store computes the values again when objects are saved")
        case .renamingIdentifier:
            return isClaimedTwice(attribute, change)
                ? Self.claimedTwice : .notNeeded("it affects only how a migration pairs attributes")
        case .defaultValue, .defaultDate: return .notNeeded("existing objects keep their values")
        case .minimumValue, .maximumValue, .minimumDate, .maximumDate, .regularExpression:
            return .notNeeded("existing objects keep their values; they are validated when they are saved again")
        case .valueTransformer:
            return .notNeeded("stores keep their bytes, which the other transformer must be able to read")
        case .allowsExternalStorage, .preservesAfterDeletion: return .lightweight("all values are kept")
        case .versionHashModifier: return .lightweight("the modifier requires a migration; all values are kept")
        default: return .notNeeded("stores do not contain it")
        }
    }

    private mutating func verdict(onAddedAttribute attribute: Attribute, _ change: ModelChange) -> MigrationVerdict {
        if attribute.isTransient { return Self.notStored }
        if isClaimedTwice(attribute, change) { return Self.claimedTwice }
        if let owner = entity(at: change.newPath, in: pair.new) {
            var sources: Set<String> = []
            var isMissing = false
            for member in pair.new.concreteFamily(of: owner) {
                guard let oldMember = pair.oldCounterpart(of: member) else { continue }
                let source = pair.old.counterpart(of: attribute, in: oldMember)
                guard let source, !source.property.isTransient else {
                    isMissing = true
                    continue
                }
                guard source.property.type == attribute.type || source.property.type.isHeld(by: attribute.type) else {
                    return .mapping(
                        "Core Data does not convert values from \(source.property.type.rawValue) to "
                            + attribute.type.rawValue,
                        remedy: "add the attribute under another name, and fill it in code")
                }
                sources.insert("\(source.owner.name).\(source.property.name)")
            }
            if !isMissing {
                return sources.isEmpty
                    ? .lightweight("stores contain no objects that would have it")
                    : .lightweight("the values move here from \(Self.list(sources.sorted()))")
            }
        }
        if attribute.isDerived { return .lightweight("the store computes the values when objects are saved") }
        if attribute.defaultValue != nil { return .lightweight("existing objects get the default value") }
        if attribute.isOptional { return .lightweight("existing objects have no value") }
        return .mapping(
            "existing objects would lack a value that is required",
            remedy: "make it optional, or give it a default value")
    }

    private mutating func verdict(onRemovedAttribute attribute: Attribute, _ change: ModelChange) -> MigrationVerdict {
        if attribute.isTransient { return Self.notStored }
        if attribute.isDerived { return .lightweight("the values were computed") }
        guard let owner = entity(at: change.oldPath, in: pair.old) else { return .lossy("the values are dropped") }
        var destinations: Set<String> = []
        for member in pair.old.concreteFamily(of: owner) {
            // The change of a deleted entity covers its attributes.
            guard let newMember = pair.newCounterpart(of: member) else { continue }
            let found = pair.new.counterpart(of: attribute, in: newMember)
            guard let found, !found.property.isTransient else { return .lossy("the values are dropped") }
            destinations.insert("\(found.owner.name).\(found.property.name)")
        }
        return destinations.isEmpty
            ? .lightweight("stores contain no objects that have it")
            : .lightweight("the values move to \(Self.list(destinations.sorted()))")
    }

    private mutating func isClaimedTwice(_ attribute: Attribute, _ change: ModelChange) -> Bool {
        guard let owner = entity(at: change.newPath, in: pair.new) else { return false }
        return pair.new.ownAttributes(of: owner).claimCount(of: attribute) > 1
    }

    /// The entity that declares the property at a path; nil for attributes of a composite.
    func entity(at path: SchemaPath?, in index: HierarchyIndex) -> Entity? {
        guard let step = path?.steps.first, step.kind == .entity, let name = step.name else { return nil }
        return index.entity(named: name)
    }
}
