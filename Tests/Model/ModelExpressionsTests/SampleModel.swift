import ModelDiagnostics
import ModelExpressions
import ModelSchema

/// A small model that has every kind of property.
enum SampleModel {
    static let person = Entity(
        name: "Person",
        attributes: [
            Attribute(name: "name", type: .string), Attribute(name: "email", type: .string, isOptional: true),
            Attribute(name: "nick", type: .string), Attribute(name: "memo", type: .string),
            Attribute(name: "code", type: .string), Attribute(name: "age", type: .integer16),
            Attribute(name: "big", type: .integer64), Attribute(name: "score", type: .double),
            Attribute(name: "active", type: .boolean), Attribute(name: "birth", type: .date),
            Attribute(name: "identifier", type: .uuid), Attribute(name: "tags", type: .transformable),
            Attribute(name: "mood", type: .string, isTransient: true),
            Attribute(name: "place", type: .composite, compositeName: "Place"),
        ],
        relationships: [
            Relationship(name: "team", destinationName: "Team", inverseName: "members"),
            Relationship(name: "pets", isToMany: true, destinationName: "Pet", inverseName: "owner"),
            Relationship(name: "friends", isToMany: true, destinationName: "Person"),
        ],
        fetchedProperties: [
            FetchedProperty(
                name: "namesakes",
                fetchRequest: FetchRequestTemplate(
                    name: "fetchedPropertyFetchRequest", entityName: "Person",
                    predicateString: "$FETCH_SOURCE.name == name AND SELF != $FETCH_SOURCE"))
        ])
    static let manager = Entity(
        name: "Manager", parentName: "Person", attributes: [Attribute(name: "budget", type: .decimal)])
    static let team = Entity(
        name: "Team",
        attributes: [Attribute(name: "name", type: .string), Attribute(name: "size", type: .integer32)],
        relationships: [
            Relationship(name: "lead", destinationName: "Person"),
            Relationship(name: "members", isToMany: true, destinationName: "Person", inverseName: "team"),
        ])
    static let pet = Entity(
        name: "Pet",
        attributes: [
            Attribute(name: "name", type: .string), Attribute(name: "kind", type: .string),
            Attribute(name: "age", type: .integer16), Attribute(name: "weight", type: .double, isOptional: true),
        ],
        relationships: [Relationship(name: "owner", destinationName: "Person", inverseName: "pets")])
    static let zoo = Model(
        name: "Zoo", entities: [person, manager, team, pet],
        composites: [Composite(name: "Place", attributes: [Attribute(name: "latitude", type: .double)])])

    /// The codes of what the checker finds in a predicate on a person.
    static func codes(_ format: String, purpose: ExpressionChecker.Purpose = .fetch) throws -> [String] {
        let predicate = try ModelPredicate(format: format)
        return ExpressionChecker(zoo, purpose: purpose).check(predicate, of: person).diagnostics.map(\.code.rawValue)
    }

    /// The types of the variables in a predicate on a person.
    static func variables(_ format: String) throws -> [String: ExpressionType] {
        let predicate = try ModelPredicate(format: format)
        return ExpressionChecker(zoo).check(predicate, of: person).variableTypes
    }
}
