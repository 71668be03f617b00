extension ModelLookup {
    /// Returns Core Data's hash of an entity (`NSEntityDescription.versionHash`, version 3 of the algorithm).
    ///
    /// It includes names, types, optionality, counts, order, destinations, inverses, hash modifiers, uniqueness
    /// constraints, and the parent. It does not include transient properties, classes, defaults, delete rules, indexes,
    /// and user info. ``isCoreDataVersionHashKnown(of:)`` returns whether Core Data is known to compute the same hash.
    ///
    /// Source: the hashes in public stores and compiled models, compared with the models they belong to.
    public func coreDataVersionHash(of entity: Entity) -> CoreDataVersionHash { hash(of: entity, as: .coreData) }

    /// Returns the hash of an entity that this project computed before Core Data's hashes of derived attributes,
    /// composites, and modifiers of entities were known. It is in stores that were written then.
    package func earlierCoreDataVersionHash(of entity: Entity) -> CoreDataVersionHash { hash(of: entity, as: .earlier) }

    private func hash(of entity: Entity, as form: CoreDataHashForm) -> CoreDataVersionHash {
        var inherited = InheritedHashes(lookup: self, form: form)
        // From the root down, because each entity's hash includes its parent's.
        for ancestor in ancestors(of: entity).reversed() { inherited.add(ancestor) }
        return inherited.add(entity)
    }

    /// Core Data's hashes of all entities, by name; the first of several with the same name.
    public var coreDataVersionHashes: [String: CoreDataVersionHash] {
        let hashes: [String: InheritedHashes] = inherited { parent, entity in
            var inherited = parent ?? InheritedHashes(lookup: self, form: .coreData)
            inherited.add(entity)
            return inherited
        }
        return hashes.compactMapValues(\.hash)
    }

    /// Whether ``coreDataVersionHash(of:)-(Entity)`` is known to equal the hash that Core Data computes.
    ///
    /// False if the entity or an ancestor has a feature whose hash is unknown: an attribute with CloudKit encryption,
    /// or with both external storage and preservation in history, a derived attribute with an expression other than a
    /// count, `canonical:`, and `now()`, a composite in a composite, a hash modifier of a relationship, or of an entity
    /// that has a uniqueness constraint, more than one uniqueness constraint, or a non-ASCII name. The hash is then
    /// deterministic, but specific to this project.
    public func isCoreDataVersionHashKnown(of entity: Entity) -> Bool {
        ([entity] + ancestors(of: entity)).allSatisfy { $0.hasKnownCoreDataVersionHash(in: self) }
    }
}

/// The hashes that an entity inherits from its ancestors.
private struct InheritedHashes {
    let lookup: ModelLookup
    let form: CoreDataHashForm
    /// The hash of the last entity.
    private(set) var hash: CoreDataVersionHash?
    private var properties: [(name: String, hash: [UInt8])] = []

    init(lookup: ModelLookup, form: CoreDataHashForm) {
        self.lookup = lookup
        self.form = form
    }

    /// Adds an entity below the current one, and returns its hash.
    @discardableResult
    mutating func add(_ entity: Entity) -> CoreDataVersionHash {
        properties += entity.ownCoreDataHashes(as: form, in: lookup)
        // As in Core Data, by code unit, so that capital letters come first.
        properties.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        var bytes = Array(entity.name.utf8)
        bytes.append(entity.isAbstract ? 1 : 0)
        bytes += self.hash?.bytes ?? []
        let modifier = Array((entity.versionHashModifier ?? "").utf8)
        if form == .earlier { bytes += modifier }
        for property in properties { bytes += property.hash }
        if form == .coreData { bytes += modifier }
        let constraints = entity.uniquenessConstraints.map { $0.propertyNames.joined(separator: ".") }
        for constraint in constraints.sorted() { bytes += Array(constraint.utf8) }
        let hash = CoreDataVersionHash(digest: HashedBytes(bytes).digest)
        self.hash = hash
        return hash
    }
}

extension Entity {
    fileprivate func hasKnownCoreDataVersionHash(in lookup: ModelLookup) -> Bool {
        let names = [name] + attributes.map(\.name) + relationships.map(\.name)
        // An empty modifier adds nothing to a hash.
        let isModified = !(versionHashModifier ?? "").isEmpty
        return uniquenessConstraints.count <= (isModified ? 0 : 1)
            && names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
            && attributes.allSatisfy { $0.isTransient || lookup.isCoreDataHashKnown(of: $0) }
            && relationships.allSatisfy { $0.isTransient || ($0.versionHashModifier ?? "").isEmpty }
    }
}
