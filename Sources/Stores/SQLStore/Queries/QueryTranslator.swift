package import Foundation
import ModelExpressions
package import StoreProtocol

/// What all parts of a translation share.
///
/// It is a class because a model and the names of a database are large values, which each part would copy.
final class TranslationContext: Sendable {
    let model: ManagedObjectModel
    let names: any SQLNames
    let dialect: any SQLDialect
    /// The store to query. Object IDs of other stores are not equal to any of its own.
    let storeIdentifier: UUID

    init(_ model: ManagedObjectModel, names: any SQLNames, dialect: any SQLDialect, storeIdentifier: UUID) {
        self.model = model
        self.names = names
        self.dialect = dialect
        self.storeIdentifier = storeIdentifier
    }

    /// Returns whether entities are all that can have rows in their table.
    ///
    /// - Parameter entityNames: Entities of one table, without their descendants.
    func areWholeTable(_ entityNames: [String]) -> Bool {
        let known = entityNames.filter { names.number(ofEntityNamed: $0) != nil }
        // Only entities that are not abstract have rows.
        guard let first = known.first, let entity = model.entitiesByName[first],
            let root = model.entitiesByName[entity.rootName]
        else { return false }
        return known.count == root.concreteFamilyNames.count
    }
}

/// Translates queries into SQL. Creating a translator takes longer than using it, so keep it.
package struct QueryTranslator: Sendable {
    private let context: TranslationContext

    /// - Parameter storeIdentifier: The store to query. Object IDs of other stores are not equal to any of its own.
    package init(_ model: ManagedObjectModel, names: any SQLNames, dialect: any SQLDialect, storeIdentifier: UUID) {
        context = TranslationContext(model, names: names, dialect: dialect, storeIdentifier: storeIdentifier)
    }

    private var names: any SQLNames { context.names }
    private var dialect: any SQLDialect { context.dialect }

    /// Returns a query in SQL; nil if the database has no table for its entity.
    ///
    /// - Parameters:
    ///   - isPlain: Whether the SQL leaves the predicate and the order to the caller.
    ///   - skipsUnknownEntities: Whether the caller reads all rows, and skips those with a number of no entity of the
    ///     table.
    ///   - contents: What is known about the tables.
    package func translate(
        _ query: StoreQuery, isPlain: Bool = false, skipsUnknownEntities: Bool = false,
        contents: any SQLTableContents = UnknownTableContents()
    ) -> SQLQuery? {
        guard let place = place(of: query) else { return nil }
        let paths = PathTranslator(context, contents)
        var condition = SQLCondition.always
        if let predicate = query.predicate {
            condition = isPlain ? .unknown : self.condition(predicate, of: place, paths)
        }
        let order = OrderTranslator(
            paths: paths, dialect: dialect, place: place, prefersIndex: query.limit > 0 || !query.includesRows)
        let keys = isPlain && !query.order.isEmpty ? nil : order.terms(query.order)
        var remainingParts: StoreResult.Parts = []
        if !condition.isExact { remainingParts.insert(.predicate) }
        if keys == nil { remainingParts.insert(.order) }
        let hasRange = query.limit > 0 || query.offset > 0
        if hasRange, !remainingParts.isEmpty { remainingParts.insert(.range) }
        let needsNumbers = !skipsUnknownEntities || hasRange || !context.areWholeTable(query.entityNames)
        return SQLQuery(
            tables: "FROM \(place.scope.tables)",
            condition: needsNumbers
                ? restriction(of: query, place, condition, paths) : condition.text.map { "WHERE \($0)" },
            order: keys.map { "ORDER BY \($0.joined(separator: ", "))" },
            range: hasRange && remainingParts.isEmpty ? dialect.range(offset: query.offset, limit: query.limit) : nil,
            remainingParts: remainingParts,
            continuation: query.limit > 0 && query.offset > 0 && remainingParts.isEmpty
                ? order.continuation(query.order) : nil)
    }

    /// Returns groups in SQL; nil if the database cannot express all of them as the evaluator does.
    ///
    /// - Parameter contents: What is known about the tables.
    package func translate(
        _ query: StoreGroupQuery, contents: any SQLTableContents = UnknownTableContents()
    ) -> SQLGroups? {
        let objects = query.objects
        // The order of groups can only depend on their keys.
        guard let place = place(of: objects), objects.limit == 0, objects.offset == 0,
            objects.order.allSatisfy({ $0.nilValue == nil && query.keys.contains($0.path) })
        else { return nil }
        let paths = PathTranslator(context, contents)
        let condition = objects.predicate.map { self.condition($0, of: place, paths) } ?? .always
        var translator = GroupTranslator(paths: paths, dialect: dialect, place: place)
        var columns: [(column: SQLFragment, form: SQLGroups.Column)] = []
        var keys: [SQLFragment] = []
        for path in query.keys {
            guard let key = translator.key(path) else { return nil }
            keys.append(key.grouped)
            columns.append((key.column, key.form))
        }
        for aggregate in query.aggregates {
            guard let found = translator.aggregate(aggregate) else { return nil }
            columns.append(found)
        }
        guard condition.isExact,
            let order = OrderTranslator(paths: paths, dialect: dialect, place: place, ordersGroups: true)
                .terms(objects.order)
        else { return nil }
        let exceptions = translator.exceptions.isEmpty ? "0" : translator.exceptions.joined(separator: " + ")
        let selected = (columns.map(\.column) + [exceptions]).joined(separator: ", ")
        var clauses: [SQLFragment?] = [
            "SELECT \(selected)", "FROM \(place.scope.tables)", restriction(of: objects, place, condition, paths),
        ]
        if !keys.isEmpty {
            // The number of the first object replaces the number of an object.
            let terms = order.dropLast() + ["MIN(\(place.key))"]
            clauses.append("GROUP BY \(keys.joined(separator: ", "))")
            clauses.append("ORDER BY \(terms.joined(separator: ", "))")
        }
        if query.maximumCount > 0 { clauses.append(dialect.range(offset: 0, limit: query.maximumCount + 1)) }
        let statement = clauses.compactMap { $0 }.joined(separator: " ")
        return SQLGroups(statement: statement, columns: columns.map(\.form), keyCount: keys.count)
    }

    /// Returns nil if the database has no table for the entity.
    private func place(of query: StoreQuery) -> SQLPlace? {
        let alias = SQLQuery.alias
        return names.table(of: query.entity).map { table in
            SQLPlace(
                scope: SQLScope("\(name: table) \(name: alias)"), alias: alias, entity: query.entity,
                key: "\(name: alias).\(name: names.key)", isOptional: false)
        }
    }

    /// Returns the `WHERE` clause; nil for all rows of the table.
    private func restriction(
        of query: StoreQuery, _ place: SQLPlace, _ condition: SQLCondition, _ paths: PathTranslator
    ) -> SQLFragment? {
        var conditions = [condition.text].compactMap { $0 }
        if let numbers = paths.entityNumbers(of: query.entity, named: query.entityNames) {
            // The `+` prevents an index on the entity: an index on values or on the order is more selective.
            let isDecisive =
                conditions.isEmpty && query.order.isEmpty && !context.areWholeTable(query.entityNames)
            let column: SQLFragment = "\(name: place.alias).\(name: names.entityColumn)"
            conditions.append(dialect.isMember(isDecisive ? column : "+\(column)", of: numbers.map(SQLValue.integer)))
        }
        return conditions.isEmpty ? nil : "WHERE \(conditions.joined(separator: " AND "))"
    }

    private func condition(_ predicate: ModelPredicate, of place: SQLPlace, _ paths: PathTranslator) -> SQLCondition {
        let translator = PredicateTranslator(
            paths: paths, context: context, constants: PredicateEvaluator(source: ConstantSource(), now: Date()))
        let condition = translator.condition(predicate, in: PredicateTranslator.Scope(evaluated: place))
        guard let text = condition.text else { return condition }
        // A statement cannot bind so many values, so the evaluator checks the predicate.
        return text.valueCount > dialect.maximumValueCount ? .unknown : condition
    }
}
