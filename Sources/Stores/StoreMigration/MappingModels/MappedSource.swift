import ColumnEngine
import MappingModels
import ModelExpressions

/// The values of the older objects for the expressions of a mapping model.
struct MappedSource: QuerySource {
    let snapshot: GraphSnapshot

    func value(forKey key: String, of subject: ObjectReference) throws -> QueryValue<ObjectReference> {
        let entity = snapshot.layout.entities[subject.entityOrdinal]
        guard let row = snapshot.row(of: subject) else { return .null }
        if let index = entity.attributes.firstIndex(where: { $0.name == key }) {
            return QueryValue(row.value(at: index))
        }
        if let relationship = entity.relationship(named: key) {
            // A link can lead to an object that no longer exists.
            let destinations = row.links(at: relationship.index).references.filter { snapshot.row(of: $0) != nil }
            if relationship.isToMany { return .many(destinations.map { .object($0) }) }
            return destinations.first.map { .object($0) } ?? .null
        }
        if key == "self" || key == "objectID" { return .object(subject) }
        throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
    }

    func objectID(of subject: ObjectReference) -> ObjectID { snapshot.layout.objectID(for: subject) }

    func subject(with objectID: ObjectID) throws -> ObjectReference? {
        snapshot.layout.reference(for: objectID).flatMap { snapshot.row(of: $0)?.reference }
    }

    /// The objects at a path with an operator of the right side, each once, such as
    /// `countries.@distinctUnionOfSets.moods`.
    func references(
        at path: ModelKeyPath, from object: ObjectReference
    ) throws -> [ObjectReference] {
        var objects = [object]
        for component in path.components {
            let name = component.description
            if name.hasPrefix("@") {
                guard
                    [
                        "@distinctUnionOfSets", "@unionOfSets", "@distinctUnionOfArrays", "@unionOfArrays",
                        "@distinctUnionOfObjects", "@unionOfObjects",
                    ].contains(name)
                else { throw UnknownMappingCallError(selector: name) }
                continue
            }
            objects = try objects.flatMap { object in
                try value(forKey: name, of: object).members.compactMap { member -> ObjectReference? in
                    if case .object(let found) = member { found } else { nil }
                }
            }
        }
        var seen: Set<ObjectReference> = []
        return objects.filter { seen.insert($0).inserted }
    }
}

extension ModelExpression {
    /// The expression with the evaluated object in place of `$source`.
    var ofEvaluatedObject: ModelExpression {
        switch self {
        case .variable(MappingSelector.source): .evaluatedObject
        case .keyPath(let path, let base): .keyPath(path, of: base.ofEvaluatedObject)
        case .aggregate(let members): .aggregate(members.map(\.ofEvaluatedObject))
        case .unary(let unaryOperator, let operand): .unary(unaryOperator, operand.ofEvaluatedObject)
        case .binary(let binaryOperator, let left, let right):
            .binary(binaryOperator, left.ofEvaluatedObject, right.ofEvaluatedObject)
        case .function(let function, let arguments): .function(function, arguments.map(\.ofEvaluatedObject))
        case .cast(let operand, let type): .cast(operand.ofEvaluatedObject, type: type)
        case .constant, .evaluatedObject, .variable, .element, .methodCall, .subquery, .ternary: self
        }
    }
}
