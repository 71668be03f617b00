import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import SQLStore

extension ManagedObjectModel {
    /// People with a team and pets.
    static let people = ManagedObjectModel(
        Model(
            name: "People",
            entities: [
                Entity(
                    name: "Person",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "age", type: .integer32, isOptional: true),
                    ],
                    relationships: [
                        Relationship(name: "team", isOptional: true, destinationName: "Team", inverseName: "members"),
                        Relationship(
                            name: "pets", isOptional: true, isToMany: true, destinationName: "Pet",
                            inverseName: "owner"),
                    ]),
                Entity(
                    name: "Team",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "size", type: .integer32, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "members", isOptional: true, isToMany: true, destinationName: "Person",
                            inverseName: "team")
                    ]),
                Entity(
                    name: "Pet", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(name: "owner", isOptional: true, destinationName: "Person", inverseName: "pets")
                    ]),
            ]))
}

/// Names as the model has them.
struct PlainNames: SQLNames {
    static let store = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    var key: String { "id" }
    var entityColumn: String { "entity" }

    func table(of entity: EntityDescription) -> String? { entity.name.lowercased() }

    func number(ofEntityNamed name: String) -> Int64? { 1 }

    func isOnlyEntityOfTable(entityNamed name: String) -> Bool { true }

    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String? { entity.attributes[index].name }

    func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> LinkColumns? {
        guard relationship.isToMany else { return .own(column: relationship.name) }
        return .destinations(column: relationship.inverseName ?? "", position: nil)
    }
}

/// A dialect that numbers its placeholders.
struct NumberedDialect: SQLDialect {
    func placeholder(_ number: Int) -> String { "$\(number)" }

    func constant(_ value: SQLValue) -> String { "<\(value)>" }

    func isNumber(_ column: SQLFragment) -> SQLFragment { "\(column) <> 'NaN'" }

    func isNotANumber(_ column: SQLFragment) -> SQLFragment { "\(column) = 'NaN'" }

    func rankOfNumber(_ column: SQLFragment) -> SQLFragment { "rank(\(column))" }

    func comparison(
        _ left: SQLFragment, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ options: ComparisonOptions
    ) -> SQLFragment? {
        "compare(\(left), \(right))"
    }

    func collated(_ text: SQLFragment, by comparison: SortComparison) -> SQLFragment? {
        "\(text) COLLATE \(name: comparison.rawValue)"
    }

    func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLFragment {
        "\(column) IN (\(values.map { "\(bound: $0)" as SQLFragment }.joined(separator: ", ")))"
    }

    func isAmongKeys(_ column: String) -> String { "\(column) IN KEYS" }

    func range(offset: Int, limit: Int) -> SQLFragment { "LIMIT \(bound: .integer(Int64(limit)))" }

    var maximumValueCount: Int { 100 }
}
