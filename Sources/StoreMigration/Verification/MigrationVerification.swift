import Foundation
public import ObjectGraph

/// Migrates a store of random data from one version of a model to another, and compares what both versions share: the test
/// that says whether people's data survive an update.
///
/// ```swift
/// let verification = MigrationVerification(from: .library1, to: .library2)
/// let outcome = try verification.run { migration in .json(at: url, migration: migration) }
/// #expect(outcome.differences == [] && outcome.droppedElements == [] && outcome.refusal == nil)
/// ```
public struct MigrationVerification: Sendable {
    /// What came of it.
    public struct Outcome: Sendable, Hashable {
        /// How many objects the store had.
        public var objectCount = 0
        /// What the newer version has no place for, and was dropped so that the rest could be compared; by name.
        public var droppedElements: [String] = []
        /// What stands in the way; nil where the store was migrated.
        public var refusal: MigrationRefusal?
        /// The properties that do not hold what they held, as `Book 3: title`; by object.
        public var differences: [String] = []
    }

    /// The version that the store is written with.
    public var oldModel: ManagedObjectModel
    /// The version that it is migrated to.
    public var newModel: ManagedObjectModel
    /// Stages, and whatever else the program migrates with.
    public var options: MigrationOptions
    /// How many objects there are of each entity.
    public var objectCount: Int
    /// What the data follow from: the same for the same seed.
    public var seed: UInt64

    /// A verification of one step, or of several at once.
    public init(
        from oldModel: ManagedObjectModel, to newModel: ManagedObjectModel, options: MigrationOptions = .automatic,
        objectCount: Int = 5, seed: UInt64 = 1
    ) {
        self.oldModel = oldModel
        self.newModel = newModel
        self.options = options
        self.objectCount = objectCount
        self.seed = seed
    }

    /// Makes the store, migrates it, and reads it again.
    ///
    /// - Parameter store: Describes a store that there is not yet, with how it is migrated; the same one each time.
    /// - Throws: An error of the store.
    public func run(_ store: (MigrationOptions) -> any PersistentStoreDescription) throws -> Outcome {
        var outcome = Outcome()
        let before = try makeStore(store)
        outcome.objectCount = before.tables.reduce(0) { $0 + $1.count }
        var options = options
        do {
            withExtendedLifetime(try store(options).openStore(for: newModel)) { _ in }
        } catch let refusal as MigrationRefusal {
            let losses = refusal.obstacles.filter { $0.kind == .loss }.map(\.elementName)
            guard losses.count == refusal.obstacles.count else {
                outcome.refusal = refusal
                return outcome
            }
            outcome.droppedElements = losses
            options.droppedElements.formUnion(losses)
        }
        let migrated = try store(options).openStore(for: newModel)
        let after = try GraphSnapshot(
            reading: migrated.openView(), of: newModel, storeIdentifier: migrated.identifier)
        outcome.differences = differences(before, after)
        return outcome
    }

    private func makeStore(_ store: (MigrationOptions) -> any PersistentStoreDescription) throws -> GraphSnapshot {
        let old = try store(.none).openStore(for: oldModel)
        var graph = RandomGraph(
            of: oldModel, storeIdentifier: old.identifier, objectCount: objectCount, seed: seed)
        _ = try old.commit(graph.insertions())
        return try GraphSnapshot(reading: old.openView(), of: oldModel, storeIdentifier: old.identifier)
    }

    // MARK: - Comparing

    /// An object without its store.
    private struct End: Hashable, Comparable {
        var entityName: String
        var number: Int64

        static func < (left: End, right: End) -> Bool {
            (left.entityName, left.number) < (right.entityName, right.number)
        }
    }

    private func differences(_ before: GraphSnapshot, _ after: GraphSnapshot) -> [String] {
        let mapping = ModelMapping(from: oldModel, to: newModel)
        var differences: [String] = []
        for (table, entity) in before.layout.entities.enumerated() {
            guard let entityMapping = mapping.entities[entity.name],
                let newTable = after.layout.ordinal(ofEntityNamed: entityMapping.new.name)
            else { continue }
            let isPassedOver = options.stages.contains { $0.policies[entityMapping.new.name] != nil }
            for chunk in before.tables[table].chunks {
                for row in 0..<chunk.count {
                    let old = Row(chunk, row)
                    let object = "\(entityMapping.new.name) \(old.reference.number)"
                    let reference = ObjectReference(entity: newTable, number: old.reference.number)
                    guard let new = after.row(of: reference) else {
                        differences.append("\(object): gone")
                        continue
                    }
                    if !isPassedOver {
                        differences += differentValues(old, new, entityMapping).map { "\(object): \($0)" }
                    }
                    differences += differentLinks(old, before, new, after, entityMapping, mapping)
                        .map { "\(object): \($0)" }
                }
            }
        }
        return differences
    }

    private func differentValues(_ old: Row, _ new: Row, _ mapping: EntityMapping) -> [String] {
        mapping.attributes.enumerated().compactMap { index, source in
            let attribute = mapping.new.attributes[index]
            let value = new.value(at: index)
            let isSame =
                switch source {
                case .constant: true
                case .kept(let place): old.value(at: place) == value || attribute.isDerived
                case .filled(let place, let filling):
                    (old.value(at: place).isNull ? filling : old.value(at: place)) == value
                case .widened(let place): old.value(at: place).widened(to: attribute.type) == value
                case .recomposed(let place, let composite): composite.value(old.value(at: place)) == value
                case .otherType: true
                }
            return isSame ? nil : attribute.name
        }
    }

    private func differentLinks(
        _ old: Row, _ before: GraphSnapshot, _ new: Row, _ after: GraphSnapshot, _ entityMapping: EntityMapping,
        _ mapping: ModelMapping
    ) -> [String] {
        entityMapping.new.relationships.compactMap { relationship in
            guard let place = entityMapping.relationships[relationship.index] else { return nil }
            let earlier = old.links(at: place).references.compactMap { reference -> End? in
                let name = before.layout.entities[reference.entityOrdinal].name
                return mapping.entities[name].map { End(entityName: $0.new.name, number: reference.number) }
            }
            let present = new.links(at: relationship.index).references.map {
                End(entityName: after.layout.entities[$0.entityOrdinal].name, number: $0.number)
            }
            let isOrdered = relationship.isOrdered && entityMapping.old.relationships[place].isOrdered
            let isSame = isOrdered ? earlier == present : Set(earlier).isSubset(of: present)
            return isSame ? nil : relationship.name
        }
    }
}
