import Foundation
import ModelDiagnostics
package import ModelExpressions
import ModelSchema
package import ObjectGraph

/// A column of a table of objects.
package struct RowColumn: Sendable {
    package var name: String
    package var expression: ModelExpression
    /// The enum whose cases are shown by their names; nil if the values are not cases.
    private(set) var enumeration: AttributeEnumeration?

    /// The default columns of an entity: the number of the object, its stored attributes, and its to-one relationships.
    package static func all(of entity: EntityDescription) -> [RowColumn] {
        let identity = entity.attribute(named: "id") == nil ? "id" : "objectID"
        let keys =
            entity.attributes.filter { !$0.isTransient }.map(\.name)
            + entity.relationships.filter { !$0.isToMany }.map(\.name)
        return [RowColumn(name: identity, expression: .evaluatedObject)]
            + keys.map { key in
                RowColumn(
                    name: key, expression: .keyPath(ModelKeyPath([.key(key)])),
                    enumeration: entity.attribute(named: key)?.enumeration)
            }
    }

    /// An expression of the format language, such as `team.name` or `teams.@count`. The number of the object is `id`.
    /// Conditions can contain the names of enum cases.
    ///
    /// - Throws: `FormatError`, or ``ObjectGraph/QueryError`` for a key that the entity does not have.
    package init(_ text: String, of entity: EntityDescription, in model: ManagedObjectModel) throws {
        name = text
        if text == "id", entity.attribute(named: "id") == nil {
            expression = .evaluatedObject
            return
        }
        let names = CaseNames(of: entity, in: model)
        expression = names.replaced(in: try ModelExpression(format: text))
        let report = ExpressionChecker(model.schema, purpose: .memory).check(expression, of: entity.schema)
        if let error = QueryError(report) { throw error }
        enumeration = names.enumeration(of: expression)
    }

    private init(name: String, expression: ModelExpression, enumeration: AttributeEnumeration? = nil) {
        self.name = name
        self.expression = expression
        self.enumeration = enumeration
    }
}

/// The table of some objects.
package struct RowTable: Sendable {
    package var columnNames: [String]
    package var rows: [[RowValue]]

    package init(columnNames: [String], rows: [[RowValue]]) {
        self.columnNames = columnNames
        self.rows = rows
    }

    /// - Parameter showsStoredValues: Whether to show the stored values of enums instead of case names.
    /// - Throws: ``ObjectGraph/QueryError``.
    package init(_ columns: [RowColumn], of objects: [ManagedObject], showsStoredValues: Bool = false) throws {
        columnNames = columns.map(\.name)
        rows = try objects.map { object in
            try columns.map { column in
                let value = RowValue(try column.expression.value(of: object))
                guard let enumeration = column.enumeration, !showsStoredValues else { return value }
                return value.namingCases(of: enumeration)
            }
        }
    }
}
