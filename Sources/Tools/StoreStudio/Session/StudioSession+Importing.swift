package import Foundation
import ObjectGraph
package import StoreExchange

extension StudioSession {
    /// The maximum number of rejected rows in an answer.
    private static let listedRowCount = 200
    /// The number of rows between two pauses, which take some milliseconds.
    private static let rowCountBetweenPauses = 256

    /// Creates objects from the rows of a file, as `modelgen store import` does, without saving them.
    ///
    /// The session answers other pages meanwhile.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to only report what would happen.
    ///   - page: The page that imports.
    /// - Throws: ``StudioError`` for a file or a mapping that cannot be used, or after changes that the page's trial
    ///   did not see, or during the import, or `CancellationError`. Nothing is changed then.
    package func importRows(
        _ file: Data, _ parameters: ImportParameters, isDryRun: Bool, by page: String? = nil
    ) async throws -> ImportResponse {
        if let readOnlyReason { throw StudioError("The store is read-only. \(readOnlyReason)") }
        checkForExternalChanges()
        followSteps(by: nil, Self.externalChanges)
        let contents = contents
        if isDryRun {
            var answer = try await Self.tried(file, parameters, in: container, PendingChanges(of: context))
            answer.state = state()
            answer.contents = contents
            return answer
        }
        if let seen = parameters.contents, seen != contents { throw Self.outdated("since the trial") }
        var answer = try await imported(file, parameters, contents)
        context.processPendingChanges()
        followSteps(by: page, "an import of \(answer.insertedCount + answer.updatedCount) objects")
        revision += 1
        answer.state = state()
        return answer
    }

    /// What tells the present objects from those after a change.
    private var contents: String { "\(steps.lastNumber).\(contentsNumber)" }

    private static func outdated(_ time: String) -> StudioError {
        StudioError(
            "The objects have been changed \(time), in another tab or by another program. Nothing was imported.",
            isOutdated: true)
    }

    /// Imports rows into the session's context, with pauses in which other pages are answered.
    ///
    /// They see nothing of the import before its end. It ends without effect if they, or other programs, have changed
    /// objects, since what it has read would be out of date.
    private func imported(
        _ file: Data, _ parameters: ImportParameters, _ contents: String
    ) async throws -> ImportResponse {
        let context = context
        do {
            let (importer, rows) = try Self.importer(file, parameters, into: context)
            try await importer.importRows(of: rows) { number in
                try StudioWork.note(number, of: rows.rows.count)
                guard number > 0, number.isMultiple(of: Self.rowCountBetweenPauses) else { return }
                await Task.yield()
                followSteps(by: nil, Self.externalChanges)
                guard self.context === context, self.contents == contents else {
                    throw Self.outdated("during the import")
                }
            }
            return try Self.answer(of: importer, rows)
        } catch let error as ImportError {
            throw StudioError("\(error)")
        }
    }

    /// Tries an import with the changes of the session, in a context of its own.
    ///
    /// That can take long, so it occupies none of the few threads on which Swift runs other tasks.
    private nonisolated static func tried(
        _ file: Data, _ parameters: ImportParameters, in container: PersistentContainer, _ changes: PendingChanges
    ) async throws -> ImportResponse {
        let cancellation = StoreCancellation.current
        return try await container.performBackgroundTask { context in
            // The context has a cancellation of its own, in place of that of the page's work.
            try StoreCancellation.$current.withValue(cancellation ?? StoreCancellation.current) {
                // As in the other contexts of the session. There is no undo history: nothing of a trial is undone.
                context.shouldDeleteUnreadableFaults = true
                try changes.apply(to: context)
                return try importedAtOnce(file, parameters, into: context)
            }
        }
    }

    private nonisolated static func importedAtOnce(
        _ file: Data, _ parameters: ImportParameters, into context: ManagedObjectContext
    ) throws -> ImportResponse {
        do {
            let (importer, rows) = try importer(file, parameters, into: context)
            try importer.importRows(of: rows) { try StudioWork.note($0, of: rows.rows.count) }
            return try answer(of: importer, rows)
        } catch let error as ImportError {
            throw StudioError("\(error)")
        }
    }

    /// The rows of a file, and an importer that has imported none of them.
    private nonisolated static func importer(
        _ file: Data, _ parameters: ImportParameters, into context: ManagedObjectContext
    ) throws -> (RowImporter, ImportFile) {
        let mapping = try parameters.importMapping()
        let rows = try ImportFile(Array(file), format: parameters.format, at: mapping.path)
        let importer = try RowImporter(
            entityNamed: parameters.entity, mapping: mapping, in: ManagedObjectContext(parent: context))
        return (importer, rows)
    }

    /// Gives the context the objects of the rows that the importer has imported.
    private nonisolated static func answer(of importer: RowImporter, _ rows: ImportFile) throws -> ImportResponse {
        try importer.saveToParent()
        return ImportResponse(
            insertedCount: importer.insertedCount, updatedCount: importer.updatedCount,
            rejectedCount: importer.rejected.count,
            rejected: importer.rejected.prefix(listedRowCount).map {
                .init(line: $0.line, column: $0.column, text: $0.message)
            },
            unused: importer.unusedFields(in: rows).map { .init(name: $0.name, nearest: $0.nearest) },
            state: StateResponse())
    }
}

/// The pending changes of a context, which another context can make, too.
private struct PendingChanges: Sendable {
    private struct Values: Sendable {
        var objectID: ObjectID
        var attributes: [String: AttributeValue]
        var relationships: [String: [ObjectID]]
    }

    private var insertedEntityNames: [ObjectID: String] = [:]
    private var changed: [Values] = []
    private var deleted: [ObjectID] = []

    init(of context: ManagedObjectContext) {
        let inserted = context.insertedObjects.sorted { $0.objectID < $1.objectID }
        let updated = context.updatedObjects.sorted { $0.objectID < $1.objectID }
        deleted = context.deletedObjects.map(\.objectID).sorted()
        for object in inserted { insertedEntityNames[object.objectID] = object.entity.name }
        for object in inserted + updated {
            let names = Set(object.changedValues().keys)
            var values = Values(objectID: object.objectID, attributes: [:], relationships: [:])
            for attribute in object.entity.attributes where !attribute.isDerived {
                guard object.isInserted || names.contains(attribute.name) else { continue }
                values.attributes[attribute.name] = object.storedValue(forKey: attribute.name)
            }
            for relationship in object.entity.relationships where object.isInserted || names.contains(relationship.name)
            {
                values.relationships[relationship.name] = object.objectIDs(forRelationshipNamed: relationship.name)
            }
            changed.append(values)
        }
    }

    /// Makes the changes, except those of objects that others have deleted meanwhile.
    func apply(to context: ManagedObjectContext) throws {
        guard !changed.isEmpty || !deleted.isEmpty else { return }
        var inserted: [ObjectID: ManagedObject] = [:]
        for (objectID, name) in insertedEntityNames.sorted(by: { $0.key < $1.key }) {
            inserted[objectID] = context.insertNewObject(forEntityName: name)
        }
        func counterpart(of objectID: ObjectID) -> ManagedObject? {
            inserted[objectID] ?? (try? context.existingObject(with: objectID))
        }
        for values in changed {
            try StoreCancellation.check()
            guard let object = counterpart(of: values.objectID) else { continue }
            for (key, value) in values.attributes { object.setStoredValue(value, forKey: key) }
            for (key, objectIDs) in values.relationships {
                guard let relationship = object.entity.relationship(named: key) else { continue }
                let members = objectIDs.compactMap(counterpart)
                object.setValue(relationship.isToMany ? members : members.first, forKey: key)
            }
        }
        // After the links that lead away from them, so that delete rules reach no other objects.
        for objectID in deleted {
            if let object = counterpart(of: objectID), !object.isDeleted { context.delete(object) }
        }
        context.processPendingChanges()
    }
}

/// How the rows of a file become objects.
package struct ImportParameters: Sendable, Decodable {
    /// The entity of rows that do not name one; nil if all do.
    package var entity: String?
    package var format: ImportFile.Format
    /// A mapping as the command line reads it; nil or blank if fields have the names of properties.
    package var mapping: String?
    package var isDryRun: Bool?
    /// The name that a page gives to the import, to ask for its progress and to cancel it, and that of the page.
    package var work: String?
    package var page: String?
    /// What tells the contents that the trial has seen, whose outcome the page has shown; nil to import in any case.
    package var contents: String?

    package init(entity: String?, format: ImportFile.Format, mapping: String? = nil) {
        self.entity = entity
        self.format = format
        self.mapping = mapping
    }

    fileprivate func importMapping() throws -> ImportMapping {
        let text = (mapping ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? ImportMapping() : try ImportMapping(json: Array(text.utf8))
    }
}

extension ImportFile.Format: Decodable {}

/// The outcome of an import.
package struct ImportResponse: Sendable, Encodable {
    package struct Row: Sendable, Encodable {
        package var line: Int
        /// The column; nil if the line is the place.
        package var column: Int?
        package var text: String
    }

    package struct Field: Sendable, Encodable {
        package var name: String
        package var nearest: String?
    }

    package var insertedCount: Int
    package var updatedCount: Int
    package var rejectedCount: Int
    /// The first rejected rows, with their reasons.
    package var rejected: [Row]
    /// The fields that no property uses, each with the property of the most similar name.
    package var unused: [Field]
    package var state: StateResponse
    /// What tells the contents that a trial has seen from later ones; nil after an import.
    package var contents: String?
}
