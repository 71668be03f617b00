import ModelSchema

/// A kind of property that stores hold, with the verdicts that depend on the kind.
protocol StoredProperty: RenamableElement {
    /// The word for what an object has in the property: `value` or `destination`.
    static var content: String { get }
    /// The consequence of removing the property for objects that stay.
    static var lossOfRemoving: String { get }
    /// The properties of this kind that an entity declares.
    static var declared: KeyPath<Entity, [Self]> { get }
    /// The properties of this kind in an index.
    static var indexed: WritableKeyPath<HierarchyIndex, [String: OwnProperties<Self>]> { get }

    var isTransient: Bool { get }
    var isDerived: Bool { get }
    /// Whether an object whose property is empty needs a value or a destination.
    var needsValue: Bool { get }
    /// The verdict on the property if it is new to existing objects.
    var verdictOfAdding: MigrationVerdict { get }

    /// Returns the verdict on a change of a setting.
    func verdict(
        onChangeOf setting: ModelSetting, from old: Self, _ before: ModelSettingValue, _ after: ModelSettingValue,
        _ pair: ModelPair
    ) -> MigrationVerdict

    /// Returns the verdict if the property cannot take over the values of another property; otherwise nil.
    func refusal(toContinue source: Self) -> MigrationVerdict?
}

extension Attribute: StoredProperty {
    static var content: String { "value" }
    static var lossOfRemoving: String { "the values are dropped" }
    static var declared: KeyPath<Entity, [Attribute]> { \.attributes }
    static var indexed: WritableKeyPath<HierarchyIndex, [String: OwnProperties<Attribute>]> { \.attributes }

    var needsValue: Bool { !isOptional && !isTransient && !isDerived && defaultValue == nil }

    var verdictOfAdding: MigrationVerdict {
        if isDerived { return .lightweight("the store computes the values when objects are saved") }
        if defaultValue != nil { return .lightweight("existing objects get the default value") }
        if isOptional { return .lightweight("existing objects have no value") }
        return .mapping(
            "existing objects would lack a value that is required",
            remedy: "make it optional, or give it a default value")
    }

    func verdict(
        onChangeOf setting: ModelSetting, from old: Attribute, _ before: ModelSettingValue, _ after: ModelSettingValue,
        _ pair: ModelPair
    ) -> MigrationVerdict {
        switch setting {
        case .attributeType, .composite:
            if isDerived { return .lightweight("the store computes the values again") }
            if setting == .attributeType, old.type.isHeld(by: type) {
                let isRounded = old.type == .integer64 && type == .double
                return .lightweight(
                    isRounded ? "numbers are kept, but integers beyond 2^53 are rounded" : "all numbers are kept")
            }
            // Core Data's hash of a composite attribute includes the attributes of the composite, but not its name.
            if setting == .composite,
                pair.new.lookup.coreDataVersionHash(of: self) == pair.old.lookup.coreDataVersionHash(of: old)
            {
                return .notNeeded("both composites have the same attributes")
            }
            return .mapping(
                "Core Data does not convert values from \(before) to \(after)",
                remedy: "keep '\(name)' as it is, add an attribute under another name, and fill it in code")
        case .isOptional:
            if after == .flag(true) { return .lightweight("all values are kept") }
            if isDerived { return .lightweight("the store computes the values") }
            if defaultValue != nil { return .lightweight("objects without a value get the default value") }
            return .mapping(
                "objects might lack a value, and there is no default value",
                remedy: "keep it optional, or give it a default value")
        case .isDerived:
            return after == .flag(true)
                ? .lossy("the store now computes the values, and drops the existing ones")
                : .lightweight("the last computed values are kept")
        case .derivationExpression: return .lightweight("the store computes the values again when objects are saved")
        case .defaultValue, .defaultDate: return .notNeeded("existing objects keep their values")
        case .minimumValue, .maximumValue, .minimumDate, .maximumDate, .regularExpression:
            return .notNeeded("existing objects keep their values; they are validated when they are saved again")
        case .valueTransformer:
            return .notNeeded("stores keep their bytes, which the other transformer must be able to read")
        case .allowsExternalStorage, .preservesAfterDeletion: return .lightweight("all values are kept")
        default: return .notNeeded("stores do not contain it")
        }
    }

    func refusal(toContinue source: Attribute) -> MigrationVerdict? {
        if source.type == type || source.type.isHeld(by: type) { return nil }
        return .mapping(
            "Core Data does not convert values from \(source.type.rawValue) to \(type.rawValue)",
            remedy: "add the attribute under another name, and fill it in code")
    }
}

extension Relationship: StoredProperty {
    static var content: String { "destination" }
    static var lossOfRemoving: String { "objects stay, but lose their destinations" }
    static var declared: KeyPath<Entity, [Relationship]> { \.relationships }
    static var indexed: WritableKeyPath<HierarchyIndex, [String: OwnProperties<Relationship>]> { \.relationships }

    var isDerived: Bool { false }

    /// A required to-many relationship needs no destination: its count is validated when the object is saved again.
    ///
    /// Source: public apps without mapping models whose histories add such relationships.
    var needsValue: Bool { !isOptional && !isTransient && !isToMany }

    var verdictOfAdding: MigrationVerdict {
        if isOptional { return .lightweight("existing objects have no destination") }
        return needsValue
            ? .mapping("existing objects would lack a destination that is required", remedy: "make it optional")
            : .lightweight("existing objects have no destinations, and need some when they are saved again")
    }

    func verdict(
        onChangeOf setting: ModelSetting, from old: Relationship, _ before: ModelSettingValue,
        _ after: ModelSettingValue, _ pair: ModelPair
    ) -> MigrationVerdict {
        let validatedLater = MigrationVerdict.lightweight(
            "all destinations are kept; objects are validated when they are saved again")
        switch setting {
        case .destinationEntity:
            if pair.newName(ofEntity: old.destinationName) == destinationName, destinationName != nil {
                return .lightweight("the destination was renamed")
            }
            return .mapping(
                "existing objects refer to objects of \(before), not \(after)",
                remedy: "keep '\(name)' as it is, and add a relationship under another name")
        case .inverseName: return .lightweight("the destinations are kept")
        case .isOptional:
            guard after == .flag(false) else { return .lightweight("all destinations are kept") }
            return needsValue
                ? .mapping("objects might have no destination", remedy: "keep it optional") : validatedLater
        case .isToMany:
            guard after == .flag(false) else { return .lightweight("the destination is kept as the only one") }
            return .mapping(
                "objects might have more than one destination",
                remedy: "keep '\(name)' as it is, and add a to-one relationship under another name")
        case .isOrdered:
            guard isToMany else { return .notNeeded("a to-one relationship has no order") }
            guard old.isToMany else { return .lightweight("a single destination has no order") }
            return after == .flag(true)
                ? .lightweight("the destinations get an order")
                : .lossy("the destinations are kept, but their order is dropped")
        case .minimumCount, .maximumCount:
            return old.isToMany == isToMany
                ? validatedLater : .lightweight("it follows from the kind of relationship")
        case .deleteRule: return .notNeeded("it affects only later deletions")
        default: return .notNeeded("stores do not contain it")
        }
    }

    func refusal(toContinue source: Relationship) -> MigrationVerdict? { nil }
}
