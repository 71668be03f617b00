import Foundation
import ObjectGraph

/// What is measured on: people in households, as generated code has them.
final class Person: ManagedObject {
    var age: Int32 {
        get { self[attribute: "age", at: 0] }
        set { self[attribute: "age", at: 0] = newValue }
    }
    var born: Date? {
        get { self[attribute: "born", at: 1] }
        set { self[attribute: "born", at: 1] = newValue }
    }
    var email: String? {
        get { self[attribute: "email", at: 2] }
        set { self[attribute: "email", at: 2] = newValue }
    }
    var height: Double {
        get { self[attribute: "height", at: 3] }
        set { self[attribute: "height", at: 3] = newValue }
    }
    var isMember: Bool {
        get { self[attribute: "isMember", at: 4] }
        set { self[attribute: "isMember", at: 4] = newValue }
    }
    var name: String? {
        get { self[attribute: "name", at: 5] }
        set { self[attribute: "name", at: 5] = newValue }
    }
    var household: Household? {
        get { self[toOne: "household", at: 0] }
        set { self[toOne: "household", at: 0] = newValue }
    }
}

final class Household: ManagedObject {
    var title: String? {
        get { self[attribute: "title", at: 0] }
        set { self[attribute: "title", at: 0] = newValue }
    }
    var members: ToMany<Person> {
        get { self[toMany: "members", at: 0] }
        set { self[toMany: "members", at: 0] = newValue }
    }
}

/// The same person as a plain value: what no runtime can be faster than.
struct PlainPerson {
    var age: Int32
    var born: Date?
    var email: String?
    var height: Double
    var isMember: Bool
    var name: String?

    init(number: Int) {
        age = Int32(number % 100)
        born = Date(timeIntervalSinceReferenceDate: Double(number))
        email = "person\(number)@example.org"
        height = 1.5 + Double(number % 50) / 100
        isMember = number % 2 == 0
        name = "Person \(number)"
    }
}

enum People {
    static let model = ManagedObjectModel(
        Model(
            name: "People",
            entities: [
                Entity(
                    name: "Person",
                    attributes: [
                        Attribute(name: "age", type: .integer32, defaultValueString: "0"),
                        Attribute(name: "born", type: .date, isOptional: true),
                        Attribute(name: "email", type: .string, isOptional: true),
                        Attribute(name: "height", type: .double, defaultValueString: "0"),
                        Attribute(name: "isMember", type: .boolean, defaultValueString: "NO"),
                        Attribute(name: "name", type: .string, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "household", isOptional: true, maximumCount: 1, destinationName: "Household",
                            inverseName: "members", inverseEntityName: "Household")
                    ]),
                Entity(
                    name: "Household",
                    attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "members", isOptional: true, isToMany: true, deleteRule: .cascade,
                            destinationName: "Person", inverseName: "household", inverseEntityName: "Person")
                    ]),
            ]),
        classes: ["Person": Person.self, "Household": Household.self])

    static func makePerson(_ number: Int, in context: ManagedObjectContext) -> Person {
        let person = Person(context: context)
        person.age = Int32(number % 100)
        person.born = Date(timeIntervalSinceReferenceDate: Double(number))
        person.email = "person\(number)@example.org"
        person.height = 1.5 + Double(number % 50) / 100
        person.isMember = number % 2 == 0
        person.name = "Person \(number)"
        return person
    }

    /// A container with some people, ten to a household where there are to be any.
    static func container(count: Int, inHouseholds: Bool = false) throws -> PersistentContainer {
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = container.newContext()
        var household: Household?
        for number in 0..<count {
            let person = makePerson(number, in: context)
            guard inHouseholds else { continue }
            if number % 10 == 0 { household = Household(context: context) }
            person.household = household
        }
        try context.save()
        return container
    }
}
