import ModelSchema

/// Two models, and which entity of the one continues which of the other.
struct ModelPair: Sendable {
    var old: HierarchyIndex
    var new: HierarchyIndex
    private var newNames: [String: String] = [:]
    private var oldNames: [String: String] = [:]
    /// The number of entities that claim a renaming identifier in the newer model.
    private var claimCounts: [String: Int] = [:]
    /// The roots of older hierarchies whose entities are in the hierarchy of a root of the newer model.
    private var oldRoots: [String: Set<String>] = [:]

    init(from old: Model, to new: Model) {
        self.old = HierarchyIndex(old)
        self.new = HierarchyIndex(new)
        let places = ListEdit.places(of: new.entities, in: old.entities)
        for (entity, place) in zip(new.entities, places) {
            claimCounts[entity.continuedIdentity, default: 0] += 1
            guard let place else { continue }
            let oldEntity = old.entities[place]
            newNames[oldEntity.name] = entity.name
            oldNames[entity.name] = oldEntity.name
        }
        for entity in new.entities where entity.parentName != nil || !self.new.lookup.children(of: entity).isEmpty {
            guard let oldEntity = oldCounterpart(of: entity) else { continue }
            oldRoots[root(of: entity, in: self.new), default: []].insert(root(of: oldEntity, in: self.old))
        }
    }

    /// The entity that an entity of the newer model continues.
    func oldCounterpart(of entity: Entity) -> Entity? {
        oldNames[entity.name].flatMap(old.entity)
    }

    /// The entity that continues one of the older model.
    func newCounterpart(of entity: Entity) -> Entity? {
        newNames[entity.name].flatMap(new.entity)
    }

    /// What an entity of the older model is called in the newer one; nil for one that no longer exists.
    func newName(ofEntity name: String?) -> String? {
        name.flatMap { newNames[$0] }
    }

    /// Whether another entity claims to continue the same one.
    func isClaimedTwice(_ entity: Entity) -> Bool {
        claimCounts[entity.continuedIdentity, default: 0] > 1
    }

    /// The roots of the older hierarchies that meet in the hierarchy of an entity of the newer model, by name.
    func rootsBefore(_ entity: Entity) -> [String] {
        (oldRoots[root(of: entity, in: new)] ?? []).sorted()
    }

    private func root(of entity: Entity, in index: HierarchyIndex) -> String {
        index.lineage(of: entity).last?.name ?? entity.name
    }
}
