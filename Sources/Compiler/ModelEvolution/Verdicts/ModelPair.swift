import ModelSchema

/// Two models with the pairs of entities that continue each other.
struct ModelPair: Sendable {
    var old: HierarchyIndex
    var new: HierarchyIndex
    private var newNames: [String: String] = [:]
    private var oldNames: [String: String] = [:]
    /// The number of entities with a renaming identifier in the newer model.
    private var claimCounts: [String: Int] = [:]
    /// For each root of the newer model, the roots of the older hierarchies whose entities are now in its hierarchy,
    /// sorted.
    private var oldRoots: [String: [String]] = [:]
    // Computed only for renamed elements.
    private lazy var oldHashes = old.lookup.coreDataVersionHashes
    private lazy var newHashes = new.lookup.coreDataVersionHashes

    init(from old: Model, to new: Model) {
        self.old = HierarchyIndex(old)
        self.new = HierarchyIndex(new)
        let places = ListEdit.places(of: new.entities, in: old.entities)
        for (entity, place) in zip(new.entities, places) {
            claimCounts[entity.continuedName, default: 0] += 1
            guard let place else { continue }
            let oldEntity = old.entities[place]
            newNames[oldEntity.name] = entity.name
            oldNames[entity.name] = oldEntity.name
        }
        var roots: [String: Set<String>] = [:]
        for entity in new.entities where entity.parentName != nil || !self.new.lookup.children(of: entity).isEmpty {
            guard let oldEntity = oldCounterpart(of: entity) else { continue }
            roots[root(of: entity, in: self.new), default: []].insert(root(of: oldEntity, in: self.old))
        }
        oldRoots = roots.mapValues { $0.sorted() }
    }

    /// Returns the entity that an entity of the newer model continues.
    func oldCounterpart(of entity: Entity) -> Entity? { oldNames[entity.name].flatMap(old.entity) }

    /// Returns the entity that continues an entity of the older model.
    func newCounterpart(of entity: Entity) -> Entity? { newNames[entity.name].flatMap(new.entity) }

    /// Returns the name of an older entity in the newer model; nil if it no longer exists.
    func newName(ofEntity name: String?) -> String? { name.flatMap { newNames[$0] } }

    /// Whether another entity also continues the same entity.
    func hasAmbiguousSource(_ entity: Entity) -> Bool { claimCounts[entity.continuedName, default: 0] > 1 }

    /// Returns the names of the older hierarchies' roots that meet in the hierarchy of an entity of the newer model.
    func rootsBefore(_ entity: Entity) -> [String] { oldRoots[root(of: entity, in: new)] ?? [] }

    /// Whether an entity of both models has the same version hash, so that Core Data sees no change of it.
    mutating func hasSameHash(_ entity: Entity) -> Bool {
        oldHashes[entity.name].map { $0 == newHashes[entity.name] } ?? false
    }

    /// Whether all version hashes are the same, so that Core Data opens stores without migrating them.
    mutating func haveSameHashes() -> Bool { oldHashes == newHashes }

    private func root(of entity: Entity, in index: HierarchyIndex) -> String {
        index.lineage(of: entity).last?.name ?? entity.name
    }
}
