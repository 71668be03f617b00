import ObjectGraph
import Testing

/// A relationship and its inverse, of one shape and with one delete rule at each end.
struct GraphShape: Sendable, CustomTestStringConvertible {
    /// One end: the relationship of an entity.
    struct Side: Sendable, Hashable {
        var entityName: String
        var name: String
        var isToMany: Bool
        var isOrdered: Bool
        var rule: DeleteRule
        /// The place of the inverse among the sides; nil for none.
        var inverse: Int?
        var destinationName: String
    }

    var name: String
    var sides: [Side]

    var testDescription: String { ([name] + sides.map(\.rule.rawValue)).joined(separator: " ") }
    var entityNames: [String] { Set(sides.flatMap { [$0.entityName, $0.destinationName] }).sorted() }

    /// Whether every relationship to many has an inverse.
    var hasWayBack: Bool { sides.allSatisfy { !$0.isToMany || $0.inverse != nil } }

    /// A model with the shape, and a clock that every change moves, so that none is without effect.
    var model: ManagedObjectModel {
        let entities = entityNames.map { entityName in
            Entity(
                name: entityName,
                attributes: [
                    Attribute(name: "key", type: .integer64),
                    Attribute(name: "name", type: .string, isOptional: true),
                ],
                relationships: sides.filter { $0.entityName == entityName }.map { side in
                    Relationship(
                        name: side.name, isOptional: true, isToMany: side.isToMany, isOrdered: side.isOrdered,
                        deleteRule: side.rule, destinationName: side.destinationName,
                        inverseName: side.inverse.map { sides[$0].name })
                })
        }
        let clock = Entity(name: "Clock", attributes: [Attribute(name: "time", type: .integer64, isOptional: true)])
        return ManagedObjectModel(Model(name: name, entities: entities + [clock]))
    }

    /// Every shape with every combination of delete rules.
    static let all: [GraphShape] = {
        let rules = DeleteRule.allCases
        var shapes: [GraphShape] = []
        for rule in rules {
            for isToMany in [false, true] {
                shapes.append(GraphShape(isToMany ? "friends" : "partners", toItself: isToMany, rule))
                shapes.append(GraphShape(isToMany ? "pointers" : "pointer", withoutInverse: isToMany, rule))
            }
            for other in rules {
                shapes += [
                    GraphShape("one to one", (false, false), (false, false), rule, other),
                    GraphShape("one to many", (true, false), (false, false), rule, other),
                    GraphShape("one to ordered many", (true, true), (false, false), rule, other),
                    GraphShape("many to many", (true, false), (true, false), rule, other),
                    GraphShape("ordered many to many", (true, true), (true, false), rule, other),
                    GraphShape("ordered both ways", (true, true), (true, true), rule, other),
                    GraphShape("tree", (true, false), (false, false), rule, other, isReflexive: true),
                ]
            }
        }
        return shapes
    }()

    private init(_ name: String, toItself isToMany: Bool, _ rule: DeleteRule) {
        self.name = name
        sides = [
            Side(
                entityName: "First", name: "others", isToMany: isToMany, isOrdered: false, rule: rule, inverse: 0,
                destinationName: "First")
        ]
    }

    private init(_ name: String, withoutInverse isToMany: Bool, _ rule: DeleteRule) {
        self.name = name
        sides = [
            Side(
                entityName: "First", name: "seconds", isToMany: isToMany, isOrdered: isToMany, rule: rule,
                inverse: nil, destinationName: "Second")
        ]
    }

    private init(
        _ name: String, _ first: (isToMany: Bool, isOrdered: Bool), _ second: (isToMany: Bool, isOrdered: Bool),
        _ rule: DeleteRule, _ other: DeleteRule, isReflexive: Bool = false
    ) {
        self.name = name
        let secondName = isReflexive ? "First" : "Second"
        sides = [
            Side(
                entityName: "First", name: "seconds", isToMany: first.isToMany, isOrdered: first.isOrdered, rule: rule,
                inverse: 1, destinationName: secondName),
            Side(
                entityName: secondName, name: "firsts", isToMany: second.isToMany, isOrdered: second.isOrdered,
                rule: other, inverse: 0, destinationName: "First"),
        ]
    }
}
