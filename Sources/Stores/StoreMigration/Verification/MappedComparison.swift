import ColumnEngine
import MappingModels
import ModelExpressions
import ModelSchema

/// Compares a graph with the one that a mapping model has made of it, as far as the mappings only move values.
struct MappedComparison {
    private let before: GraphSnapshot
    private let after: GraphSnapshot
    /// The mappings that create objects.
    private let mappings: [MappingModel.EntityMapping]

    init(_ before: GraphSnapshot, _ after: GraphSnapshot, _ mappingModel: MappingModel) {
        self.before = before
        self.after = after
        mappings = mappingModel.entityMappings.filter {
            $0.sourceEntityName != nil && $0.destinationEntityName != nil && $0.mappingType != .removed
        }
    }

    // MARK: Differences

    /// The entities with another number of objects than mapped, and attributes with other values than those that were
    /// to be moved, in the order of the newer model. What policies and predicates determine is not compared.
    var differences: [String] {
        after.layout.entities.indices.flatMap { table -> [String] in
            let entity = after.layout.entities[table]
            let own = mappings.filter { $0.destinationEntityName == entity.name }
            guard !entity.isAbstract,
                own.allSatisfy({ $0.entityMigrationPolicyClassName == nil && $0.sourcePredicate == nil })
            else { return [] }
            let sources = own.compactMap { mapping in
                mapping.sourceEntityName.flatMap { before.layout.ordinal(ofEntityNamed: $0) }
            }
            let expected = sources.reduce(0) { $0 + before.tables[$1].count }
            let count = after.tables[table].count
            guard count == expected else { return ["\(entity.name): \(count) objects, not \(expected)"] }
            return entity.attributes.indices.compactMap { place in
                hasMoved(place, of: entity, table, own, sources)
                    ? nil : "\(entity.name): \(entity.attributes[place].name)"
            }
        }
    }

    /// Whether the values of an attribute are those that the mappings move; also true if they compute any.
    private func hasMoved(
        _ place: Int, of entity: EntityDescription, _ table: Int, _ own: [MappingModel.EntityMapping],
        _ sources: [Int]
    ) -> Bool {
        let attribute = entity.attributes[place]
        guard !attribute.isDerived, !attribute.isTransient, own.count == sources.count else { return true }
        var expected: [AttributeValue] = []
        for (mapping, source) in zip(own, sources) {
            let older = before.layout.entities[source]
            let expression = mapping.attribute(attribute.name)?.valueExpression
            guard case .keyPath(let path, of: .variable(MappingSelector.source)) = expression,
                path.components.count == 1,
                let index = older.attributes.firstIndex(where: { $0.name == path.description }),
                older.attributes[index].type == attribute.type
            else { return true }
            let moved = MovedComposites(from: older, to: entity, by: [attribute.name: expression])
            expected += rows(of: before.tables[source]).map { row in
                if let value = moved.value(at: place, of: row) { return value }
                // A newly required attribute starts with the default value (rule MIG-13).
                let value = row.value(at: index)
                return value.isNull && !attribute.isOptional ? entity.defaultValues[place] : value
            }
        }
        var remaining = Dictionary(grouping: expected, by: \.self).mapValues(\.count)
        for value in rows(of: after.tables[table]).map({ $0.value(at: place) }) {
            guard let count = remaining[value], count > 0 else { return false }
            remaining[value] = count - 1
        }
        return true
    }

    private func rows(of table: EntityTable) -> [Row] {
        table.chunks.flatMap { chunk in (0..<chunk.count).map { Row(chunk, $0) } }
    }

    // MARK: Unused elements

    /// The entities, attributes, and relationships of the older version with values that no mapping uses, sorted by
    /// name.
    var unusedElements: [String] {
        before.layout.entities.indices.flatMap { table -> [String] in
            let entity = before.layout.entities[table]
            guard before.tables[table].count > 0 else { return [] }
            let own = mappings.filter { $0.sourceEntityName == entity.name }
            guard !own.isEmpty else { return [entity.name] }
            // A policy receives every value.
            guard own.allSatisfy({ $0.entityMigrationPolicyClassName == nil }) else { return [] }
            let used = Set(
                own.flatMap { $0.attributeMappings + $0.relationshipMappings }.flatMap {
                    $0.valueExpression?.keysOfSource ?? []
                })
            let attributes = entity.attributes.filter { !$0.isTransient && !$0.isDerived }.map(\.name)
            // The newer model links both sides if one of them is mapped.
            let relationships = entity.relationships.filter { !$0.schema.isTransient && !isMapped($0) }.map(
                \.name)
            return (attributes + relationships).filter { !used.contains($0) }.map { "\(entity.name).\($0)" }
        }.sorted()
    }

    /// Whether a mapping uses the inverse of a relationship.
    private func isMapped(_ relationship: RelationshipDescription) -> Bool {
        guard let inverse = relationship.schema.inverseName else { return false }
        let family = before.layout.entities.first { $0.name == relationship.destinationName }?.concreteFamilyNames ?? []
        return mappings.contains { mapping in
            family.contains(mapping.sourceEntityName ?? "")
                && mapping.relationshipMappings.contains { $0.valueExpression?.keysOfSource.contains(inverse) == true }
        }
    }
}

extension MappingModel.EntityMapping {
    fileprivate func attribute(_ name: String) -> MappingModel.PropertyMapping? {
        attributeMappings.first { $0.name == name }
    }
}

extension ModelExpression {
    /// The first components of the paths that start at `$source`.
    fileprivate var keysOfSource: [String] {
        switch self {
        case .keyPath(let path, of: .variable(MappingSelector.source)):
            path.components.first.map { [$0.description] } ?? []
        case .keyPath(_, let base): base.keysOfSource
        case .aggregate(let members): members.flatMap(\.keysOfSource)
        case .unary(_, let operand), .cast(let operand, _): operand.keysOfSource
        case .binary(_, let left, let right): left.keysOfSource + right.keysOfSource
        case .function(_, let arguments): arguments.flatMap(\.keysOfSource)
        case .methodCall(let target, _, let arguments): target.keysOfSource + arguments.flatMap(\.keysOfSource)
        case .element(let base, _), .subquery(let base, _, _): base.keysOfSource
        case .ternary(_, let first, let second): first.keysOfSource + second.keysOfSource
        case .constant, .evaluatedObject, .variable: []
        }
    }
}
