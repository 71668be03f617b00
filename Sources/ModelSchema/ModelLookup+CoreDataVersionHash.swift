extension ModelLookup {
    /// Returns Core Data's hash of an entity (`NSEntityDescription.versionHash`, version 3 of the algorithm).
    ///
    /// It includes names, types, optionality, counts, order, destinations, inverses, hash modifiers, uniqueness
    /// constraints, and the parent. It does not include transient properties, classes, defaults, delete rules, indexes,
    /// and user info. ``isCoreDataVersionHashKnown(of:)`` returns whether Core Data is known to compute the same hash.
    ///
    /// Source: the hashes in public stores and compiled models, compared with the models they belong to.
    public func coreDataVersionHash(of entity: Entity) -> CoreDataVersionHash {
        var inherited = InheritedHashes()
        // From the root down, because each entity's hash includes its parent's.
        for ancestor in ancestors(of: entity).reversed() { inherited.add(ancestor) }
        return inherited.add(entity)
    }

    /// Core Data's hashes of all entities, by name; the first of several with the same name.
    public var coreDataVersionHashes: [String: CoreDataVersionHash] {
        Dictionary(
            model.entities.map { ($0.name, coreDataVersionHash(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether ``coreDataVersionHash(of:)`` is known to equal the hash that Core Data computes.
    ///
    /// False if the entity or an ancestor has a feature whose hash is unknown: a derived or composite attribute, an
    /// attribute for Spotlight, with CloudKit encryption, or with both external storage and preservation in history, a
    /// hash modifier of an entity or a relationship, more than one uniqueness constraint, or a non-ASCII name. The hash
    /// is then deterministic, but specific to this project.
    public func isCoreDataVersionHashKnown(of entity: Entity) -> Bool {
        ([entity] + ancestors(of: entity)).allSatisfy(\.hasKnownCoreDataVersionHash)
    }
}

/// The hashes that an entity inherits from its ancestors.
private struct InheritedHashes {
    private var parent: CoreDataVersionHash?
    private var properties: [(name: String, hash: [UInt8])] = []

    /// Adds an entity below the current one, and returns its hash.
    @discardableResult
    mutating func add(_ entity: Entity) -> CoreDataVersionHash {
        properties += entity.ownCoreDataHashes
        // As in Core Data, by code unit, so that capital letters come first.
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
