package import ColumnEngine
import MappingModels

/// Migrates a graph to a model, in one or more stages.
package struct MigrationRun {
    private let options: MigrationOptions
    private let model: ManagedObjectModel

    /// The result of a migration.
    package struct Outcome {
        /// The graph of the newer model.
        package var snapshot: GraphSnapshot
        /// The last assigned numbers, by the root of each family of the newer model.
        package var lastNumbers: [String: Int64]
        package var report: MigrationReport
        /// The names in the newer model of the entities that continue, by their older names.
        package var newNames: [String: String]
        /// The references of objects in the newer graph; nil for dropped objects.
        package var newReference: (ObjectReference) -> ObjectReference?
    }

    /// - Parameter model: The model of the migrated graph.
    package init(to model: ManagedObjectModel, options: MigrationOptions) {
        self.model = model
        self.options = options
    }

    /// The model that a store was written with: the one that it contains, or one of the earlier models. Nil if it is
    /// none of these.
    ///
    /// - Parameters:
    ///   - held: The model in the store, if it can be read.
    ///   - isWritten: Whether the store was written with a model.
    package func sourceModel(
        held: ManagedObjectModel?, where isWritten: (ManagedObjectModel) -> Bool
    ) -> ManagedObjectModel? {
        ([held].compactMap { $0 } + options.earlierModels + options.stages.map(\.model)).first(where: isWritten)
    }

    /// The model that a store was written with, like ``sourceModel(held:where:)``.
    ///
    /// - Parameter location: The store, for errors.
    /// - Throws: `StoreError` for a store that was written with an unknown model.
    package func requireSourceModel(
        held: ManagedObjectModel?, location: String, where isWritten: (ManagedObjectModel) -> Bool
    ) throws(StoreError) -> ManagedObjectModel {
        if let old = sourceModel(held: held, where: isWritten) { return old }
        throw StoreError(
            .modelMissing, location: location,
            """
            the store was written with an earlier version of the model '\(model.name)', which it does not contain in \
            readable form; add that version to the earlier models of the migration (--from on the command line)
            """)
    }

    /// The migration that a database can do itself; nil if each object must be considered.
    package func plainMigration(from old: ManagedObjectModel) -> PlainMigration? {
        let stages = stages(from: old)
        guard stages.count == 1, stages[0].policies.isEmpty, stages[0].mappingModel == nil else { return nil }
        return PlainMigration(from: old, to: model, droppedElements: options.droppedElements)
    }

    /// Reports the progress of a migration: the entity of the newer model that was migrated last,
    /// and the number of objects.
    package func reportProgress(_ entityName: String, _ completedCount: Int, of totalCount: Int) {
        options.progress?(
            MigrationProgress(entityName: entityName, completedUnitCount: completedCount, totalUnitCount: totalCount))
    }

    /// Creates the graph of the newer model, with the values of its derivations.
    ///
    /// - Throws: ``MigrationError``, or the error of a policy or of a derivation.
    package func run(
        _ snapshot: GraphSnapshot, lastNumbers: [String: Int64], from old: ManagedObjectModel
    ) throws -> Outcome {
        let stages = stages(from: old)
        let objectCount = snapshot.tables.reduce(0) { $0 + $1.count }
        var outcome = Outcome(
            snapshot: snapshot, lastNumbers: lastNumbers, report: MigrationReport(),
            newNames: old.entitiesByName.mapValues(\.name), newReference: { $0 })
        var completed = 0
        var source = old
        for stage in stages {
            if let mappingModel = stage.mappingModel {
                try follow(mappingModel, to: stage, from: source, &outcome) { entityName, count in
                    completed += count
                    reportProgress(entityName, completed, of: objectCount * stages.count)
                }
                source = stage.model
                continue
            }
            var migration = GraphMigration(
                of: outcome.snapshot, from: source, to: stage, droppedElements: options.droppedElements
            ) { entityName, count in
                completed += count
                reportProgress(entityName, completed, of: objectCount * stages.count)
            }
            let (snapshot, report) = try migration.run()
            let earlier = outcome.newReference
            outcome.newNames = outcome.newNames.compactMapValues { migration.mapping.newNames[$0] }
            outcome.snapshot = snapshot
            outcome.lastNumbers = migration.lastNumbers(outcome.lastNumbers)
            outcome.report.entities += report.entities
            outcome.newReference = { [migration] in earlier($0).flatMap(migration.newReference) }
            source = stage.model
        }
        outcome.snapshot = try outcome.snapshot.withDerivedValues()
        return outcome
    }

    /// Carries out a stage that follows a mapping model.
    private func follow(
        _ mappingModel: MappingModel, to stage: MigrationStage, from source: ManagedObjectModel,
        _ outcome: inout Outcome, progress: @escaping (String, Int) -> Void
    ) throws {
        var migration = MappedMigration(
            of: outcome.snapshot, from: source, to: stage, by: mappingModel,
            droppedElements: options.droppedElements, lastNumbers: outcome.lastNumbers, progress: progress)
        let (snapshot, report) = try migration.run()
        let earlier = outcome.newReference
        let (newNames, destinations) = (migration.newNames, migration.destinations)
        outcome.newNames = outcome.newNames.compactMapValues { newNames[$0] }
        outcome.snapshot = snapshot
        outcome.lastNumbers = migration.lastNumbers
        outcome.report.entities += report.entities
        outcome.newReference = { earlier($0).flatMap { destinations[$0]?.first } }
    }

    /// The remaining stages for a store of a model, up to the requested model.
    private func stages(from old: ManagedObjectModel) -> [MigrationStage] {
        let passed = options.stages.lastIndex { $0.model.isSame(as: old) }
        let left = Array(options.stages.dropFirst(passed.map { $0 + 1 } ?? 0))
        return left.last?.model.isSame(as: model) == true ? left : left + [MigrationStage(to: model)]
    }
}

extension ManagedObjectModel {
    fileprivate func isSame(as other: ManagedObjectModel) -> Bool {
        entityVersionHashesByName == other.entityVersionHashesByName
            && schema.entitiesWithUnhashedChanges(since: other.schema).isEmpty
    }
}
