import Foundation
import ObjectGraph

/// The objects that the predicates of ``PredicateVector`` are asked about: a person, her team and her pets, saved.
struct VectorPeople {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let person: ManagedObject
    let team: ManagedObject
    let otherTeam: ManagedObject
    let rex: ManagedObject
    let tom: ManagedObject

    init() throws {
        container = try makeContainer(.vectorPeople)
        context = container.newContext()
        let context = context
        func insert(_ entity: String, _ values: [String: Any?]) -> ManagedObject {
            let object = context.insertNewObject(forEntityName: entity)
            for (key, value) in values { object.setValue(value, forKey: key) }
            return object
        }
        person = insert(
            "Person",
            [
                "name": "Anna", "age": 31, "email": nil, "score": 7.5, "active": true,
                "birth": Date(timeIntervalSinceReferenceDate: 0), "nick": "café", "memo": "", "code": "ABC-123",
                "big": Int64(9_007_199_254_740_993),
            ])
        team = insert("Team", ["name": "Default Team", "size": 3])
        otherTeam = insert("Team", ["name": "Other"])
        rex = insert("Pet", ["name": "Rex", "age": 3, "kind": "dog", "weight": 20.5])
        tom = insert("Pet", ["name": "Tom", "age": 5, "kind": "cat", "weight": nil])
        person.setValue(team, forKey: "team")
        person.setValue([rex, tom], forKey: "pets")
        try context.save()
    }

    func identify(_ argument: PredicateVector.Argument) -> ConstantValue {
        switch argument {
        case .person: person.predicateValue
        case .people: [person.predicateValue]
        case .team: team.predicateValue
        case .otherTeam: otherTeam.predicateValue
        case .teams: [team.predicateValue, otherTeam.predicateValue]
        case .rex: rex.predicateValue
        case .tom: tom.predicateValue
        case .constant, .nameIsAnna: nil
        }
    }
}

extension ManagedObjectModel {
    static let vectorPeople = ManagedObjectModel(
        Model(
            name: "VectorPeople",
            entities: [
                Entity(
                    name: "Person",
                    attributes: [
                        Attribute(name: "name", type: .string), Attribute(name: "age", type: .integer16),
                        Attribute(name: "email", type: .string, isOptional: true),
                        Attribute(name: "score", type: .double), Attribute(name: "active", type: .boolean),
                        Attribute(name: "birth", type: .date), Attribute(name: "nick", type: .string),
                        Attribute(name: "memo", type: .string), Attribute(name: "code", type: .string),
                        Attribute(name: "big", type: .integer64),
                        Attribute(name: "mood", type: .string, isOptional: true, isTransient: true),
                    ],
                    relationships: [
                        Relationship(name: "team", isOptional: true, destinationName: "Team"),
                        Relationship(name: "pets", isOptional: true, isToMany: true, destinationName: "Pet"),
                        Relationship(name: "friends", isOptional: true, isToMany: true, destinationName: "Person"),
                    ]),
                Entity(
                    name: "Team",
                    attributes: [
                        Attribute(name: "name", type: .string),
                        Attribute(name: "size", type: .integer16, isOptional: true),
                    ],
                    relationships: [Relationship(name: "lead", isOptional: true, destinationName: "Person")]),
                Entity(
                    name: "Pet",
                    attributes: [
                        Attribute(name: "name", type: .string), Attribute(name: "age", type: .integer16),
                        Attribute(name: "kind", type: .string),
                        Attribute(name: "weight", type: .double, isOptional: true),
                    ]),
            ]))
}
