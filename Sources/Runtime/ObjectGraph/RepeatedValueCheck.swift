import ColumnEngine

/// Finds objects of a store with the same values of a uniqueness constraint as another object, as contexts compare
/// them.
///
/// Databases compare some values in another way: in two strings that are canonically equivalent, they find different
/// bytes, so a unique index allows both.
package struct RepeatedValueCheck {
    /// An object with values that another object, which the store has before it, has as well.
    package struct Finding: Sendable, Hashable {
        /// The object that comes later.
        package var objectID: ObjectID
        /// The properties whose values must be unique together.
        package var propertyNames: [String]
        /// The problem as a clause, without the values, which are private data.
        package var message: String {
            "another object has the same values of '\(propertyNames.joined(separator: ", "))'"
        }
    }

    private let model: ManagedObjectModel
    private let coordinator: PersistentStoreCoordinator

    /// - Parameters:
    ///   - store: An open store, which the check alone uses.
    ///   - model: The model that the store was opened for.
    package init(of store: any PersistentStore, model: ManagedObjectModel) throws {
        self.model = model
        coordinator = try PersistentContainer(
            model: model, store: OpenStoreDescription(store)
        ).persistentStoreCoordinator
    }

    /// Returns the objects with repeated values, by constraint and object.
    ///
    /// - Throws: The error of the store.
    package func findings() throws -> [Finding] {
        guard Self.isNeeded(for: model) else { return [] }
        let state = coordinator.committedState
        return try model.entities.flatMap { entity in
            try entity.schema.uniquenessConstraints.flatMap { constraint in
                try state.repetitions(of: constraint, of: entity).map { reference, _ in
                    Finding(
                        objectID: state.layout.objectID(for: reference), propertyNames: constraint.propertyNames)
                }
            }
        }
    }

    /// Returns whether a model has anything to check.
    package static func isNeeded(for model: ManagedObjectModel) -> Bool {
        model.entities.contains { !$0.schema.uniquenessConstraints.isEmpty }
    }
}
