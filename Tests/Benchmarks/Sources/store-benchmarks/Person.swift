import Foundation
import GRDB
import ObjectGraph

/// The values of one object: what every side of a comparison stores.
struct PersonValues: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"

    var id: Int64
    var name: String
    var email: String
    var age: Int32
    var score: Double
    var created: Date
    var isActive: Bool

    init(number: Int) {
        id = Int64(number)
        name = "Person \(number)"
        email = "person.\(number)@example.com"
        age = Int32(number % 90)
        score = Double(number) / 7
        created = Date(timeIntervalSinceReferenceDate: Double(number) * 61.5)
        isActive = number % 3 == 0
    }

    /// Something that depends on every value, so that none is left unread.
    var weight: Int {
        name.utf8.count + email.utf8.count + Int(age) + Int(score) + Int(created.timeIntervalSinceReferenceDate)
            + (isActive ? 1 : 0)
    }
}

/// The same as an object of a graph, as the generator writes it.
final class Person: ManagedObject {
    var name: String {
        get { self[attribute: "name", at: 4] }
        set { self[attribute: "name", at: 4] = newValue }
    }

    var email: String {
        get { self[attribute: "email", at: 2] }
        set { self[attribute: "email", at: 2] = newValue }
    }

    var age: Int32 {
        get { self[attribute: "age", at: 0] }
        set { self[attribute: "age", at: 0] = newValue }
    }

    var score: Double {
        get { self[attribute: "score", at: 5] }
        set { self[attribute: "score", at: 5] = newValue }
    }

    var created: Date {
        get { self[attribute: "created", at: 1] }
        set { self[attribute: "created", at: 1] = newValue }
    }

    var isActive: Bool {
        get { self[attribute: "isActive", at: 3] }
        set { self[attribute: "isActive", at: 3] = newValue }
    }

    func set(_ values: PersonValues) {
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        created = values.created
        isActive = values.isActive
    }

    var weight: Int {
        name.utf8.count + email.utf8.count + Int(age) + Int(score) + Int(created.timeIntervalSinceReferenceDate)
            + (isActive ? 1 : 0)
    }
}

extension ManagedObjectModel {
    static let people = ManagedObjectModel(
        Model(
            name: "People",
            entities: [
                Entity(
                    name: "Person",
                    attributes: [
                        Attribute(name: "age", type: .integer32), Attribute(name: "created", type: .date),
                        Attribute(name: "email", type: .string), Attribute(name: "isActive", type: .boolean),
                        Attribute(name: "name", type: .string), Attribute(name: "score", type: .double),
                    ])
            ]),
        classes: ["Person": Person.self])
}
