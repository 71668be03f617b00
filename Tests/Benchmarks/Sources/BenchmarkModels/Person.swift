package import Foundation
package import ObjectGraph

/// A person in a household, as generated code has them.
package final class Person: ManagedObject {
    package var age: Int32 {
        get { self[integer32: "age", at: 0] }
        set { self[integer32: "age", at: 0] = newValue }
    }
    package var created: Date {
        get { self[date: "created", at: 1] }
        set { self[date: "created", at: 1] = newValue }
    }
    package var email: String {
        get { self[string: "email", at: 2] }
        set { self[string: "email", at: 2] = newValue }
    }
    package var isActive: Bool {
        get { self[boolean: "isActive", at: 3] }
        set { self[boolean: "isActive", at: 3] = newValue }
    }
    package var name: String {
        get { self[string: "name", at: 4] }
        set { self[string: "name", at: 4] = newValue }
    }
    package var score: Double {
        get { self[double: "score", at: 5] }
        set { self[double: "score", at: 5] = newValue }
    }
    package var household: Household? {
        get { self[toOne: "household", at: 0] }
        set { self[toOne: "household", at: 0] = newValue }
    }

    package func set(_ values: PersonValues) {
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        created = values.created
        isActive = values.isActive
    }

    /// As ``PersonValues/weight``.
    package var weight: Int {
        name.utf8.count + email.utf8.count + Int(age) + Int(score) + Int(created.timeIntervalSinceReferenceDate)
            + (isActive ? 1 : 0)
    }
}

package final class Household: ManagedObject {
    package var title: String? {
        get { self[optionalString: "title", at: 0] }
        set { self[optionalString: "title", at: 0] = newValue }
    }
    package var members: ToMany<Person> {
        get { self[toMany: "members", at: 0] }
        set { self[toMany: "members", at: 0] = newValue }
    }
}
