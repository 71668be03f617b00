public import ColumnEngine
import Foundation

/// A test that checks whether data survives an update: it migrates a store of random data from one version of a model
/// to another, and compares what both versions share.
///
/// ```swift
/// let verification = MigrationVerification(from: .library, to: .ratedLibrary)
/// let outcome = try verification.run { migration in .json(at: url, migration: migration) }
/// #expect(outcome.differences == [] && outcome.droppedElements == [] && outcome.error == nil)
/// ```
public struct MigrationVerification: Sendable {
    /// The result of a verification.
    public struct Outcome: Sendable, Hashable {
        /// The number of objects in the store.
        public var objectCount = 0
        /// The elements that the newer version lacks, which were dropped to compare the rest, sorted by name. With a
        /// mapping model, the elements of the older version that none of its expressions uses.
        public var droppedElements: [String] = []
        /// The obstacles; nil if the store migrated.
        public var error: MigrationError?
        /// The properties with changed values, as `Book 3: title`, sorted by object. With a mapping model, the entities
        /// with another number of objects than mapped, and the attributes whose values were to be moved but differ, as
        /// `Book: title`. Empty for several stages with mapping models, which may change any value.
        public var differences: [String] = []
    }

    /// The version to write the store with.
    public var oldModel: ManagedObjectModel
    /// The version to migrate to.
    public var newModel: ManagedObjectModel
    /// The migration options of the program.
    public var options: MigrationOptions
    /// The number of objects of each entity.
    public var objectCount: Int
    /// The seed of the random data.
    public var seed: UInt64

    /// Creates a verification of one or several steps.
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

    /// Creates the store, migrates it, and reads it again.
    ///
    /// - Parameter store: A closure that returns the description of the same new store each time, with the given
    ///   migration.
    /// - Throws: An error of the store, or of a policy. The store stays as far as it has come, so remove it before the
    ///   next run.
    public func run(_ store: (MigrationOptions) -> any PersistentStoreDescription) throws -> Outcome {
        var outcome = Outcome()
        let before = try makeStore(store)
        outcome.objectCount = before.tables.reduce(0) { $0 + $1.count }
        var options = options
        do {
            withExtendedLifetime(try store(options).openStore(for: newModel)) { _ in }
        } catch let error as MigrationError {
            let losses = error.obstacles.filter { $0.kind == .dataLoss }.map(\.elementName)
            guard losses.count == error.obstacles.count else {
                outcome.error = error
                return outcome
            }
            outcome.droppedElements = losses
            options.droppedElements.formUnion(losses)
        }
        let migrated = try store(options).openStore(for: newModel)
        let after = try GraphSnapshot(reading: migrated.openView(), of: newModel, storeIdentifier: migrated.identifier)
        if let mappingModel = options.stages.compactMap(\.mappingModel).first {
            guard options.stages.count == 1 else { return outcome }
            let comparison = MappedComparison(before, after, mappingModel)
            outcome.differences = comparison.differences
            outcome.droppedElements = comparison.unusedElements
        } else {
            outcome.differences = differences(before, after)
        }
        return outcome
    }

    private func makeStore(_ store: (MigrationOptions) -> any PersistentStoreDescription) throws -> GraphSnapshot {
        let old = try store(.disabled).openStore(for: oldModel)
        var graph = RandomGraph(of: oldModel, storeIdentifier: old.identifier, objectCount: objectCount, seed: seed)
        _ = try old.commit(graph.insertions().withDerivedValues(of: oldModel, storeIdentifier: old.identifier))
        return try GraphSnapshot(reading: old.openView(), of: oldModel, storeIdentifier: old.identifier)
    }

    // MARK: - Comparing

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
                case .incompatibleType: true
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
            let earlier = old.links(at: place).references.compactMap { reference -> ObjectEnd? in
                let name = before.layout.entities[reference.entityOrdinal].name
                return mapping.entities[name].map { ObjectEnd(entityName: $0.new.name, number: reference.number) }
            }
            let present = new.links(at: relationship.index).references.map {
                ObjectEnd(entityName: after.layout.entities[$0.entityOrdinal].name, number: $0.number)
            }
            let isOrdered = relationship.isOrdered && entityMapping.old.relationships[place].isOrdered
            let isSame = isOrdered ? earlier == present : Set(earlier).isSubset(of: present)
            return isSame ? nil : relationship.name
        }
    }
}
