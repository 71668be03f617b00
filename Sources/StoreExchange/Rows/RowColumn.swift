import Foundation
import ModelDiagnostics
package import ModelExpressions
package import ObjectGraph

/// What is shown of objects under one heading.
package struct RowColumn: Sendable {
    package var name: String
    package var expression: ModelExpression

    /// What an entity shows by itself: the number of the object, its stored attributes, its to-one relationships.
    package static func all(of entity: EntityDescription) -> [RowColumn] {
        let identity = entity.attribute(named: "id") == nil ? "id" : "objectID"
        let keys =
            entity.attributes.filter { !$0.isTransient }.map(\.name)
            + entity.relationships.filter { !$0.isToMany }.map(\.name)
        return [RowColumn(name: identity, expression: .evaluatedObject)]
            + keys.map { RowColumn(name: $0, expression: .keyPath(ModelKeyPath([.key($0)]))) }
    }

    /// An expression of the format language, such as `team.name` or `teams.@count`; `id` is the object's number.
    ///
    /// - Throws: `FormatError`, or ``ObjectGraph/QueryError`` for a key that the entity does not have.
    package init(_ text: String, of entity: EntityDescription, in model: ManagedObjectModel) throws {
        name = text
        if text == "id", entity.attribute(named: "id") == nil {
            expression = .evaluatedObject
            return
        }
        expression = try ModelExpression(format: text)
        let report = ExpressionChecker(model.schema, purpose: .memory).check(expression, of: entity.schema)
        if let error = QueryError(report) { throw error }
    }

    private init(name: String, expression: ModelExpression) {
        self.name = name
        self.expression = expression
    }
}

/// What is shown of some objects.
package struct RowTable: Sendable {
    package var columnNames: [String]
    package var rows: [[RowValue]]

    package init(columnNames: [String], rows: [[RowValue]]) {
        self.columnNames = columnNames
        self.rows = rows
    }

    /// - Throws: ``ObjectGraph/QueryError``.
    package init(_ columns: [RowColumn], of objects: [ManagedObject]) throws {
        columnNames = columns.map(\.name)
        rows = try objects.map { object in
            try columns.map { RowValue(try $0.expression.value(of: object)) }
        }
    }
}
