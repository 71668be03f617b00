extension ModelLookup {
    /// The hash that Core Data gives an entity (`NSEntityDescription.versionHash`, version 3 of the algorithm).
    ///
    /// It covers names, types, optionality, counts, order, destinations, inverses, hash modifiers, uniqueness
    /// constraints, and the parent; transient properties, classes, defaults, delete rules, indexes and user info do not
    /// enter. ``isCoreDataVersionHashKnown(of:)`` says whether Core Data is known to compute the same.
    ///
    /// Source: the hashes in public stores and compiled models, compared with the models they belong to.
    public func coreDataVersionHash(of entity: Entity) -> CoreDataVersionHash {
        var inherited = InheritedHashes()
        // From the root down: each entity's hash covers its parent's.
        for ancestor in ancestors(of: entity).reversed() { inherited.add(ancestor) }
        return inherited.add(entity)
    }

    /// The hashes that Core Data gives all entities, by entity name; the first, should the model hold two of a name.
    public var coreDataVersionHashes: [String: CoreDataVersionHash] {
        Dictionary(
            model.entities.map { ($0.name, coreDataVersionHash(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether ``coreDataVersionHash(of:)`` is known to equal what Core Data computes.
    ///
    /// False where the entity or an ancestor has what no store has shown the hash of: a derived or a composite
    /// attribute, an attribute for Spotlight or encrypted for CloudKit, one both kept outside the store and kept in
    /// history, a hash modifier of an entity or a relationship, more than one uniqueness constraint, or a name outside
    /// ASCII. The hash is then a definite one, but of this project's own.
    public func isCoreDataVersionHashKnown(of entity: Entity) -> Bool {
        ([entity] + ancestors(of: entity)).allSatisfy(\.hasKnownCoreDataVersionHash)
    }
}

/// What an entity's hash takes over from its ancestors.
private struct InheritedHashes {
    private var parent: CoreDataVersionHash?
    private var properties: [(name: String, hash: [UInt8])] = []

    /// Goes down to an entity, and returns its hash.
    @discardableResult
    mutating func add(_ entity: Entity) -> CoreDataVersionHash {
        properties += entity.ownCoreDataHashes
        // As Core Data compares: by code unit, so that capital letters come first.
        properties.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        var bytes = Array(entity.name.utf8)
        bytes.append(entity.isAbstract ? 1 : 0)
        bytes += parent?.bytes ?? []
        bytes += Array((entity.versionHashModifier ?? "").utf8)
        for property in properties { bytes += property.hash }
        let constraints = entity.uniquenessConstraints.map { $0.propertyNames.joined(separator: ".") }
        for constraint in constraints.sorted() { bytes += Array(constraint.utf8) }
        let hash = CoreDataVersionHash(digest: HashedBytes(bytes).digest)
        parent = hash
        return hash
    }
}

extension Entity {
    fileprivate var hasKnownCoreDataVersionHash: Bool {
        let names = [name] + attributes.map(\.name) + relationships.map(\.name)
        return versionHashModifier == nil && uniquenessConstraints.count <= 1
            && names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
            && attributes.allSatisfy { $0.isTransient || $0.hasKnownCoreDataHash }
            && relationships.allSatisfy { $0.isTransient || $0.versionHashModifier == nil }
    }
}
