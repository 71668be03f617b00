package import Foundation
import ModelExpressions
package import ObjectGraph

/// A question as the parts of a `SELECT`, and what is left of it.
package struct SQLQuestion: Sendable {
    /// What the statement calls the table of the objects that are asked for.
    package static let alias = "t"

    /// From `FROM` up to what the objects must match; without the order and the range.
    package var source: SQLFragment
    /// With its own `ORDER BY`; nil where nothing is said of the order.
    package var order: SQLFragment?
    /// With its own `LIMIT`; nil where all are wanted.
    package var range: SQLFragment?
    /// What the statement does not answer.
    package var unanswered: StoreAnswer.Parts

    /// The whole statement.
    ///
    /// - Parameter columns: What is asked of each object.
    package func statement(selecting columns: SQLFragment) -> SQLFragment {
        "SELECT \(columns) \(([source] + [order, range].compactMap { $0 }).joined(separator: " "))"
    }

    /// A statement that yields the number of objects within the range; nil where something is left of the predicate.
    package var count: SQLFragment? {
        if unanswered.contains(.predicate) { return nil }
        guard let range else { return "SELECT COUNT(*) \(source)" }
        return "SELECT COUNT(*) FROM (SELECT 1 \(source) \(range)) counted"
    }
}

/// Turns questions into SQL.
package struct QuestionTranslator: Sendable {
    private let model: ManagedObjectModel
    private let names: any SQLNames
    private let dialect: any SQLDialect
    private let storeIdentifier: UUID

    /// - Parameter storeIdentifier: The store whose objects are asked for: identities of others equal none of them.
    package init(
        _ model: ManagedObjectModel, names: any SQLNames, dialect: any SQLDialect, storeIdentifier: UUID
    ) {
        self.model = model
        self.names = names
        self.dialect = dialect
        self.storeIdentifier = storeIdentifier
    }

    /// A question in SQL; nil where the database has no table for its entity.
    ///
    /// - Parameter saysPredicate: Whether to say anything of the predicate.
    package func translate(_ question: StoreQuestion, saysPredicate: Bool = true) -> SQLQuestion? {
        guard let table = names.table(of: question.entity) else { return nil }
        let alias = SQLQuestion.alias
        let place = SQLPlace(
            scope: SQLScope("\(name: table) \(name: alias)"), alias: alias, entity: question.entity,
            key: "\(name: alias).\(name: names.key)", isOptional: false)
        let paths = PathTranslator(model, names: names, dialect: dialect)
        var condition = SQLCondition.always
        if let predicate = question.predicate {
            condition = saysPredicate ? self.condition(predicate, of: place, paths) : .unknown
        }
        let keys = OrderTranslator(paths: paths, dialect: dialect, place: place).terms(question.order)
        var unanswered: StoreAnswer.Parts = []
        if !condition.isExact { unanswered.insert(.predicate) }
        if keys == nil { unanswered.insert(.order) }
        let hasRange = question.limit > 0 || question.offset > 0
        if hasRange, !unanswered.isEmpty { unanswered.insert(.range) }
        var conditions = [condition.text].compactMap { $0 }
        if let numbers = names.entityNumbers(ofEntitiesNamed: question.entityNames) {
            // An index that finds what the objects hold, or goes by their order, serves better than one of entities.
            let isDecisive = conditions.isEmpty && question.order.isEmpty
            let column: SQLFragment = "\(name: alias).\(name: names.entityColumn)"
            conditions.append(dialect.isMember(isDecisive ? column : "+\(column)", of: numbers.map(SQLValue.integer)))
        }
        var source: SQLFragment = "FROM \(place.scope.tables)"
        if !conditions.isEmpty { source = "\(source) WHERE \(conditions.joined(separator: " AND "))" }
        return SQLQuestion(
            source: source, order: keys.map { "ORDER BY \($0.joined(separator: ", "))" },
            range: hasRange && unanswered.isEmpty ? dialect.range(offset: question.offset, limit: question.limit) : nil,
            unanswered: unanswered)
    }

    private func condition(
        _ predicate: ModelPredicate, of place: SQLPlace, _ paths: PathTranslator
    ) -> SQLCondition {
        let translator = PredicateTranslator(
            paths: paths, dialect: dialect, model: model, storeIdentifier: storeIdentifier,
            constants: PredicateEvaluator(source: ConstantSource(), now: Date()))
        let condition = translator.condition(predicate, in: PredicateTranslator.Scope(evaluated: place))
        guard let text = condition.text else { return condition }
        // Beyond what a statement takes, the evaluator does better.
        return text.valueCount > dialect.greatestValueCount ? .unknown : condition
    }
}
