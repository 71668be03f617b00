package import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import StoreExchange
import StructuredText

// Questions of pages.
extension StudioSession {
    /// The maximum number of rows in one answer.
    static let maximumWindow = 500
    /// The maximum number of columns in one answer.
    private static let maximumColumnCount = 2_000
    /// The number of links in a cell of a table.
    private static let chipCount = 3
    /// The number of members of a relationship that the page of an object shows at first.
    static let memberCount = 50
    /// The number of transactions of an object in one answer.
    private static let historyCount = 20

    /// The store and its model.
    package func overview() -> OverviewResponse {
        var remainingMemberCount = PropertyResponse.maximumMemberCount
        let entities = model.entities.map {
            EntityResponse($0, in: model.schema, labels, remainingMemberCount: &remainingMemberCount)
        }
        return OverviewResponse(
            name: store.name, kind: store.kind, path: store.path,
            readOnlyReason: readOnlyReason, tracksHistory: container.persistentStoreCoordinator.tracksHistory,
            first: firstEntityName, entities: entities)
    }

    /// The first entity with objects, or the first one that can have any; nil if there is none.
    private var firstEntityName: String? {
        let concrete = model.entities.filter { !$0.isAbstract }
        let filled = concrete.first { entity in
            var request = FetchRequest<ManagedObject>(entityName: entity.name)
            request.fetchLimit = 1
            return (try? context.fetch(request))?.isEmpty == false
        }
        return (filled ?? concrete.first ?? model.entities.first)?.name
    }

    /// Names the objects of an entity by an attribute, on all pages; nil for the default.
    ///
    /// - Throws: ``StudioError``.
    package func label(_ name: String, by key: String?) throws -> LabelResponse {
        let entity = try entity(name)
        if let key { _ = try entity.requiredAttribute(key) }
        let before = labels.key(of: entity)
        labels.choose(key, for: entity)
        if labels.key(of: entity) != before { revision += 1 }
        return LabelResponse(label: labels.key(of: entity))
    }

    /// The number of objects of each entity.
    package func counts() throws -> CountsResponse {
        var counts: [String: Int] = [:]
        for entity in model.entities where !entity.isAbstract {
            counts[entity.name] = try context.count(
                for: FetchRequest<ManagedObject>(entityName: entity.name, includesSubentities: false))
        }
        return CountsResponse(counts: counts)
    }

    /// The number of objects that match a question.
    ///
    /// - Throws: ``StudioError``.
    package func count(_ query: StudioQuery) throws -> CountResponse {
        _ = try entity(query.entity)
        let objectQuery = try query.query()
        return try explaining { CountResponse(count: try objectQuery.count(in: context)) }
    }

    /// Some of the objects that match a question.
    ///
    /// - Parameters:
    ///   - columns: Expressions, or the names of attributes and relationships.
    ///   - offset: The number of objects before the first one.
    ///   - limit: The number of objects, at most 500.
    /// - Throws: ``StudioError``.
    package func rows(_ query: StudioQuery, columns: [String], offset: Int, limit: Int) throws -> RowsResponse {
        let entity = try entity(query.entity)
        let start = ContinuousClock.now
        var objectQuery = try query.query()
        objectQuery.offset = max(offset, 0)
        objectQuery.limit = min(max(limit, 1), Self.maximumWindow)
        guard columns.count <= Self.maximumColumnCount else {
            throw StudioError("a table can have \(Self.maximumColumnCount) columns, not \(columns.count)")
        }
        let shown = try columns.map { try ShownColumn($0, of: entity, in: model) }
        var request = objectQuery.request(in: context)
        request.relationshipKeyPathsForPrefetching = shown.compactMap(\.relationship?.name)
        let rows = try explaining {
            try context.fetch(request).map { object in
                RowsResponse.Row(
                    id: object.objectID.uriRepresentation().absoluteString, entity: object.entity.name,
                    label: labels.text(of: object), change: object.pendingChange,
                    cells: try shown.map { try $0.cell(of: object, chipCount: Self.chipCount, labels) })
            }
        }
        let warnings = objectQuery.warnings(in: model).map {
            RowsResponse.Warning(text: "\($0.message); \($0.hint)", column: $0.column)
        }
        let time = start.duration(to: .now) / .milliseconds(1)
        return RowsResponse(rows: rows, milliseconds: (time * 10).rounded() / 10, warnings: warnings)
    }

    /// One object with all its values, and its history.
    ///
    /// - Throws: ``StudioError``, or the store's error.
    package func object(named id: String) throws -> ObjectResponse {
        let object = try object(id)
        let entity = object.entity
        var values = object.shownValues(
            textCount: Cell.longTextCount, chipCount: Self.memberCount, changed: Set(object.changedValues().keys),
            labels)
        for (index, attribute) in entity.attributes.enumerated() where attribute.type == .transformable {
            switch TransformableText.of(object.storedValue(forKey: attribute.name)) {
            case .success(let form):
                values[index].text = form.text
                if case .data = values[index].cell { values[index].cell = .text(form.text) }
            case .failure(let reason): values[index].fixedReason = reason.description
            }
        }
        return ObjectResponse(
            id: id, entity: entity.name, label: labels.text(of: object), change: object.pendingChange,
            version: object.storedVersion, values: values, history: try history(of: object.objectID, before: nil))
    }

    /// The history of an object before a transaction.
    ///
    /// - Parameter number: The number of the transaction; nil for the latest ones.
    /// - Throws: ``StudioError``, or the store's error.
    package func history(of id: String, before number: Int?) throws -> HistoryResponse {
        try history(of: try object(id).objectID, before: number)
    }

    private func history(of objectID: ObjectID, before number: Int?) throws -> HistoryResponse {
        let token = objectID.storeIdentifier.flatMap { identifier in
            number.map { PersistentHistoryToken(storeIdentifier: identifier, transactionNumber: $0) }
        }
        let found = try container.persistentStoreCoordinator.history(
            of: objectID, before: token, limit: Self.historyCount + 1)
        let transactions = found.prefix(Self.historyCount).flatMap { transaction in
            transaction.changes.map { change in
                ObjectResponse.Transaction(
                    number: transaction.token.transactionNumber, date: .date(transaction.timestamp),
                    author: transaction.author, kind: "\(change.changeType)", properties: change.updatedProperties)
            }
        }
        return HistoryResponse(transactions: transactions, hasMore: found.count > Self.historyCount)
    }

    /// Some of the destinations of a relationship, in its order.
    ///
    /// - Throws: ``StudioError``, or the store's error.
    package func members(of id: String, relationship name: String, offset: Int, limit: Int) throws -> MembersResponse {
        let object = try object(id)
        _ = try object.entity.requiredRelationship(name)
        let objectIDs = object.objectIDs(forRelationshipNamed: name)
        let wanted = objectIDs.dropFirst(max(offset, 0)).prefix(min(max(limit, 1), Self.maximumWindow))
        return MembersResponse(
            members: wanted.map { labels.link(to: context.object(with: $0)) }, count: objectIDs.count)
    }

    /// The complete bytes, or UTF-8, of a value of which the page has only the beginning.
    ///
    /// - Throws: ``StudioError``.
    package func data(of id: String, key: String) throws -> Data {
        let object = try object(id)
        _ = try object.entity.requiredAttribute(key)
        switch object.value(forKey: key) {
        case let data as Data: return data
        case let text as String: return Data(text.utf8)
        default: throw StudioError("'\(key)' contains neither data nor text", key: key)
        }
    }

    /// The question in other languages.
    ///
    /// - Throws: ``StudioError``.
    package func texts(_ query: StudioQuery) throws -> QueryTextResponse {
        let entity = try entity(query.entity)
        let objectQuery = try query.query()
        let place = store.url == nil ? "\(store.kind.lowercased())://…" : store.path.shellQuoted
        let command = "modelgen store query \(place) \(query.text.shellQuoted)"
        return try explaining {
            // For stored objects: with pending changes, the store would answer less of the question.
            var plan = try objectQuery.plan(in: Self.newContext(of: container))
            let statement = plan.statements.first
            plan.statements = []
            return QueryTextResponse(
                command: command,
                swift: objectQuery.storedPredicate(in: model).flatMap {
                    SwiftPredicate($0, of: entity, in: model)?.text
                },
                sql: statement?.text, sqlNotes: sqlNotes(statement), plan: "\(plan)")
        }
    }

    /// Notes for people who copy a statement.
    private func sqlNotes(_ statement: StoreStatement?) -> [String] {
        guard let statement else {
            return ["No SQL: a \(store.kind) store is in memory while it is open. These are the steps of the fetch:"]
        }
        var notes: [String] = []
        if statement.remainingParts.contains(.predicate) {
            notes.append(
                "SQL cannot express the whole condition: the rest is evaluated for each row that the statement returns."
            )
        }
        if statement.remainingParts.contains(.order) {
            notes.append("SQL cannot express the order: the rows are sorted after the statement has run.")
        }
        if !statement.storeSpecificNames.isEmpty {
            notes.append(
                "\(statement.storeSpecificNames.joined(separator: ", ")): the store adds these to its own "
                    + "connections, so that texts compare as they do in apps. Other programs do not have them.")
        }
        if context.hasChanges { notes.append("Unsaved changes are added after the statement has run.") }
        return notes
    }

    /// The text of a file with objects.
    ///
    /// - Parameters:
    ///   - ids: The objects; nil for all that match the question.
    ///   - isForSpreadsheets: Whether texts in CSV that spreadsheets would evaluate are escaped. Otherwise, an import
    ///     restores the values.
    /// - Throws: ``StudioError``, or `CancellationError`.
    package func export(
        _ query: StudioQuery, columns: [String], ids: [String]? = nil, asCSV: Bool, isForSpreadsheets: Bool = false
    ) throws -> String {
        _ = try entity(query.entity)
        var objectQuery = try query.query()
        // An import refuses a row with two values for a key.
        var seen: Set<String> = []
        objectQuery.columns = columns.filter { seen.insert($0).inserted }
        return try explaining {
            let objects = try ids.map { try self.objects($0) } ?? objectQuery.objects(in: context)
            let table = try objectQuery.table(
                of: objects, in: context, flattensComposites: asCSV, isExported: !asCSV || !isForSpreadsheets
            ) {
                try StudioWork.note($0, of: objects.count)
            }
            return asCSV ? table.csv(forSpreadsheets: isForSpreadsheets) : table.text(.json)
        }
    }

    /// Runs a closure on a question, and converts errors to ones with the position in its condition.
    func explaining<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as QueryError {
            throw StudioError("\(error)", column: error.column)
        } catch let error as FormatError {
            throw StudioError("\(error.message); \(error.hint)", column: error.column)
        } catch let error as ExportError {
            throw StudioError("\(error.message); use 'modelgen store export' with --raw-values instead")
        }
    }
}

extension ManagedObject {
    /// `inserted`, `updated`, or `deleted`; nil if nothing is pending.
    var pendingChange: String? {
        isInserted ? "inserted" : isDeleted ? "deleted" : isUpdated && hasPersistentChangedValues ? "updated" : nil
    }

    /// The values of the attributes, and then of the relationships, each in the order of the model.
    func shownValues(
        textCount: Int, chipCount: Int, changed: Set<String> = [], _ labels: ObjectLabels
    ) -> [ObjectResponse.Value] {
        let attributes = entity.attributes.map { attribute in
            let cell = Cell(value(forKey: attribute.name), of: attribute, textCount: textCount)
            return ObjectResponse.Value(key: attribute.name, cell: cell, isChanged: changed.contains(attribute.name))
        }
        let relationships = entity.relationships.map { relationship in
            let cell = cell(of: relationship, chipCount: chipCount, labels)
            let isChanged = changed.contains(relationship.name)
            return ObjectResponse.Value(key: relationship.name, cell: cell, isChanged: isChanged)
        }
        return attributes + relationships
    }

    /// The destinations of a relationship, at most so many of them.
    func cell(of relationship: RelationshipDescription, chipCount: Int, _ labels: ObjectLabels) -> Cell {
        guard relationship.isToMany else {
            return (value(forKey: relationship.name) as? ManagedObject).map { .object(labels.link(to: $0)) } ?? .null
        }
        guard let managedObjectContext else { return .null }
        let objectIDs = objectIDs(forRelationshipNamed: relationship.name)
        return .objects(
            objectIDs.prefix(chipCount).map { labels.link(to: managedObjectContext.object(with: $0)) },
            count: objectIDs.count)
    }
}

/// The contents of one column of a table.
private struct ShownColumn {
    private(set) var relationship: RelationshipDescription?
    private var attribute: Attribute?
    private var column: RowColumn?

    /// - Throws: ``StudioError`` for an expression that cannot be shown.
    init(_ text: String, of entity: EntityDescription, in model: ManagedObjectModel) throws {
        attribute = entity.attribute(named: text)
        relationship = entity.relationship(named: text)
        guard attribute == nil, relationship == nil else { return }
        do {
            column = try RowColumn(text, of: entity, in: model)
        } catch {
            throw StudioError("the column '\(text)' cannot be shown: \(error)", key: text)
        }
    }

    func cell(of object: ManagedObject, chipCount: Int, _ labels: ObjectLabels) throws -> Cell {
        if let attribute { return Cell(object.value(forKey: attribute.name), of: attribute) }
        if let relationship { return object.cell(of: relationship, chipCount: chipCount, labels) }
        guard let column else { return .null }
        let table = try RowTable([column], of: [object])
        return table.rows.first?.first.map(Cell.init) ?? .null
    }
}
