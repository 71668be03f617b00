import ModelSchema
import ObjectGraph
import SQLStore

/// The triggers that update derived counts for all writers of a store.
///
/// There are triggers only for the derivation that occurs in existing stores: `relationship.@count` of a one-to-many
/// relationship. A context computes other derived values when it saves.
struct DerivationTriggers {
    private let layout: StoreLayout

    init(_ layout: StoreLayout) { self.layout = layout }

    var statements: [String] {
        layout.numbers.names.compactMap { layout.entities[$0] }.flatMap { entity in
            entity.entity.schema.attributes.filter(\.isDerived).sorted { $0.name < $1.name }
                .flatMap { statements(for: $0, of: entity) }
        }
    }

    private func statements(for attribute: Attribute, of entity: EntityLayout) -> [String] {
        guard let expression = attribute.derivationExpression, expression.hasSuffix(".@count"),
            let relationship = entity.entity.relationship(named: String(expression.dropLast(".@count".count))),
            case .destinations(let key, _) = entity.links[relationship.index], relationship.inverseName != nil,
            let source = layout.entities[relationship.destinationName]?.table,
            let index = entity.entity.attributes.firstIndex(where: { $0.name == attribute.name }),
            let column = entity.attributes[index].names.first
        else { return [] }
        let table = entity.table
        let name = "\(entity.entity.name)_\(attribute.name)"
        func told(_ function: String, _ row: String) -> String {
            "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute.name)', \(column)) FROM \(table) "
                + "WHERE Z_PK = \(row);"
        }
        func trigger(
            _ kind: String, on source: String, _ event: String, when condition: String?, set value: String, row: String,
            function: String = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
        ) -> String {
            "CREATE TRIGGER Z_DA_\(source)_\(name)_\(kind) AFTER \(event) ON \(source) FOR EACH ROW "
                + (condition.map { "WHEN (\($0) NOT NULL) " } ?? "")
                + "BEGIN UPDATE \(table) SET \(column) = \(value) WHERE Z_PK = \(row); \(told(function, row)) END"
        }
        return [
            trigger(
                "PARAMETER_INSERT", on: source, "INSERT", when: "NEW.\(key)", set: "IFNULL(\(column), 0) + 1",
                row: "NEW.\(key)"),
            trigger(
                "PARAMETER_UPDATE_INCREMENT", on: source, "UPDATE OF \(key)", when: "NEW.\(key)", set: "\(column) + 1",
                row: "NEW.\(key)"),
            trigger(
                "PARAMETER_UPDATE_DECREMENT", on: source, "UPDATE OF \(key)", when: "OLD.\(key)", set: "\(column) - 1",
                row: "OLD.\(key)"),
            trigger(
                "PARAMETER_DELETE", on: source, "DELETE", when: "OLD.\(key)", set: "\(column) - 1", row: "OLD.\(key)"),
            trigger(
                "SOURCE_INSERT", on: table, "INSERT", when: nil,
                set: "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(source) WHERE \(key) = NEW.Z_PK)", row: "NEW.Z_PK",
                function: "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"),
        ]
    }
}
