package import Foundation
import ModelExpressions
package import ObjectGraph

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
