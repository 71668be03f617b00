import ColumnEngine

/// Finds derived attributes of a store's objects with other values than their expressions have,
/// and computes them again.
package struct DerivedValueCheck {
    /// A derived attribute with a wrong value.
    package struct Finding: Sendable, Hashable {
        /// The object with the attribute.
        package var objectID: ObjectID
        /// The name of the attribute.
        package var attributeName: String
        /// The problem as a clause, without the values, which are private data.
        package var message: String { "'\(attributeName)' does not have the value of its derivation" }
    }

    private let model: ManagedObjectModel
    private let coordinator: PersistentStoreCoordinator

    /// - Parameters:
    ///   - store: An open store, which the check alone uses.
    ///   - model: The model that the store was opened for.
    package init(of store: any PersistentStore, model: ManagedObjectModel) throws {
        self.model = model
        let container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
        coordinator = container.persistentStoreCoordinator
    }

    /// Returns the attributes with wrong values, by entity and object, without those whose values depend on the time of
    /// a save.
    ///
    /// - Throws: The error of the store, or of an expression.
    package func findings() throws -> [Finding] {
        let snapshot = coordinator.committedState
        return try wrongAttributes(in: snapshot).map { reference, attribute in
            let entity = snapshot.layout.entities[reference.entityOrdinal]
            return Finding(
                objectID: snapshot.layout.objectID(for: reference), attributeName: entity.attributeNames[attribute])
        }
    }

    /// Computes wrong values again, and saves them, without calling hooks and without validating the objects.
    ///
    /// - Returns: The attributes that had wrong values.
    /// - Throws: The error of the store, or of an expression. Earlier values may have been saved.
    package func repair() throws -> [Finding] {
        var found: [Finding] = []
        // A value may depend on another one that was wrong.
        for _ in 0..<model.derivations.longestChain {
            let findings = try findings()
            if findings.isEmpty { break }
            found += findings
            let context = ManagedObjectContext(coordinator: coordinator, usesPlainObjects: true)
            try context.deriveAgain(findings)
        }
        return found
    }

    private func wrongAttributes(in snapshot: CommittedState) throws -> [(ObjectReference, Int)] {
        guard !model.derivations.isEmpty else { return [] }
        let check = DerivationCheck(of: snapshot)
        var wrong: [(ObjectReference, Int)] = []
        for entity in model.entities {
            guard let derivations = model.derivations.own[entity.ordinal] else { continue }
            let relationships = Set(derivations.compactMap(\.keys).joined()).compactMap(entity.relationship)
                .sorted { $0.index < $1.index }
            for ordinal in snapshot.layout.ordinals(ofEntityNamed: entity.name) {
                let rows = try snapshot.rows(ofTable: ordinal)
                for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
                    let batch = rows[start..<min(start + Self.batchSize, rows.count)]
                    for relationship in relationships {
                        try DeferredLinks.read(batch.compactMap { $0.knownLinks(at: relationship.index).deferred })
                    }
                    for row in batch { wrong += try check.wrongAttributes(of: row).map { (row.reference, $0) } }
                }
            }
        }
        return wrong
    }

    /// How many objects have their destinations read together.
    private static let batchSize = 1000
}

extension ManagedObjectContext {
    /// Computes derived attributes again, and saves them.
    fileprivate func deriveAgain(_ findings: [DerivedValueCheck.Finding]) throws {
        let check = DerivationCheck(of: snapshot)
        for finding in findings {
            guard let reference = layout.reference(for: finding.objectID), let row = try snapshot.row(of: reference),
                let attribute = layout.entities[reference.entityOrdinal].attributeIndexes[finding.attributeName],
                let value = try check.value(at: attribute, of: row)
            else { continue }
            object(for: reference).setValue(value, at: attribute)
        }
        try commitChanges(listsWritten: false)
    }
}
