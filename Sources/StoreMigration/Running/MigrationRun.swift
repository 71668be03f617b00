package import ColumnEngine

/// Brings a graph to a model, through the stages that are on the way.
package struct MigrationRun {
    private let options: MigrationOptions
    private let model: ManagedObjectModel

    /// What has become of a graph.
    package struct Outcome {
        /// The graph of the newer model.
        package var snapshot: GraphSnapshot
        /// The last numbers that were handed out, by the root of each family of the newer model.
        package var lastNumbers: [String: Int64]
        /// What has changed.
        package var report: MigrationReport
        /// The names in the newer model of the entities that go on, by their older names.
        package var newNames: [String: String]
        /// The references of objects in the newer graph; nil for those that have not gone on.
        package var newReference: (ObjectReference) -> ObjectReference?
    }

    /// - Parameter model: The model that the graph is brought to.
    package init(to model: ManagedObjectModel, options: MigrationOptions) {
        self.model = model
        self.options = options
    }

    /// The model that a store was written with: the one that it holds, or one of the earlier ones.
    ///
    /// - Parameters:
    ///   - held: The store's own; nil if it holds none.
    ///   - isWritten: Whether the store was written with a model.
    package func sourceModel(
        held: ManagedObjectModel?, where isWritten: (ManagedObjectModel) -> Bool
    ) -> ManagedObjectModel? {
        held ?? (options.earlierModels + options.stages.map(\.model)).first(where: isWritten)
    }

    /// What a store says of which nobody knows the model that it was written with.
    package var refusalWithoutSource: String {
        """
        the store was written with an earlier version of the model '\(model.name)', which it does not contain in readable form; \
        add that version to the earlier models of the migration (--from on the command line)
        """
    }

    /// The migration that a database can make by itself; nil where objects have to be looked at one by one.
    package func plainMigration(from old: ManagedObjectModel) -> PlainMigration? {
        let stages = stages(from: old)
        guard stages.count == 1, stages[0].policies.isEmpty else { return nil }
        return PlainMigration(from: old, to: model, droppedElements: options.droppedElements)
    }

    /// Tells whoever wants to know how far a migration has come: which entity of the newer model was done last, and how many
    /// objects are done.
    package func tell(_ entityName: String, _ completedCount: Int, of totalCount: Int) {
        options.progress?(
            MigrationProgress(
                entityName: entityName, completedUnitCount: completedCount, totalUnitCount: totalCount))
    }

    /// Makes the graph of the newer model.
    ///
    /// - Throws: ``MigrationRefusal``, or what a policy throws.
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
            var migration = GraphMigration(
                of: outcome.snapshot, from: source, to: stage, droppedElements: options.droppedElements
            ) { [progress = options.progress] entityName, count in
                completed += count
                progress?(
                    MigrationProgress(
                        entityName: entityName, completedUnitCount: completed,
                        totalUnitCount: objectCount * stages.count))
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
        return outcome
    }

    /// The stages that are left for a store of a model, up to the model that it is to have.
    private func stages(from old: ManagedObjectModel) -> [MigrationStage] {
        let passed = options.stages.lastIndex { $0.model.isSame(as: old) }
        let left = Array(options.stages.dropFirst(passed.map { $0 + 1 } ?? 0))
        return left.last?.model.isSame(as: model) == true ? left : left + [MigrationStage(to: model)]
    }
}

extension ManagedObjectModel {
    fileprivate func isSame(as other: ManagedObjectModel) -> Bool {
        entityVersionHashesByName == other.entityVersionHashesByName
    }
}
