import BenchmarkModels
package import Foundation
package import GRDB

/// What GRDB holds of people, as `Codable` records.
package struct PersonRecord: Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "person"

    package var id: Int64
    package var name: String
    package var email: String
    package var age: Int32
    package var score: Double
    package var created: Date
    package var isActive: Bool
    package var householdId: Int64?

    package init(number: Int, household: Int64?) {
        let values = PersonValues(number: number)
        id = Int64(number)
        name = values.name
        email = values.email
        age = values.age
        score = values.score
        created = values.created
        isActive = values.isActive
        householdId = household
    }

    /// A number that depends on every value, as that of an object does.
    package var weight: Int {
        name.utf8.count + email.utf8.count + Int(age) + Int(score) + Int(created.timeIntervalSinceReferenceDate)
            + (isActive ? 1 : 0)
    }
}

package struct HouseholdRecord: Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "household"
    package static let members = hasMany(PersonRecord.self, key: "members", using: ForeignKey(["householdId"]))

    package var id: Int64
    package var title: String?

    package init(id: Int64, title: String?) {
        self.id = id
        self.title = title
    }
}

package struct HouseholdWithMembers: Decodable, FetchableRecord {
    package var household: HouseholdRecord
    package var members: [PersonRecord]
}

/// A database in a file, with a write-ahead log and full synchronization, as the store has.
package struct PeerDatabase {
    package let pool: DatabasePool

    package init(_ file: URL) throws {
        pool = try DatabasePool(path: file.path(percentEncoded: false))
        // Opening a pool sets NORMAL, whatever its configuration has prepared.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { database in
            try database.create(table: "household") { table in
                table.primaryKey("id", .integer)
                table.column("title", .text)
            }
            try database.create(table: "person") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text).notNull()
                table.column("email", .text).notNull()
                table.column("age", .integer).notNull()
                table.column("score", .double).notNull()
                table.column("created", .datetime).notNull()
                table.column("isActive", .boolean).notNull()
                // Indexed, as every to-one of the store is.
                table.column("householdId", .integer).references("household").indexed()
            }
        }
    }

    package func fill(personCount: Int, householdCount: Int) throws {
        try pool.write { database in
            for column in ["name", "email", "age"] { try database.create(indexOn: "person", columns: [column]) }
            for number in 0..<householdCount {
                try HouseholdRecord(id: Int64(number + 1), title: "Household \(number)").insert(database)
            }
            for number in 1...personCount {
                try PersonRecord(number: number, household: Int64(number % householdCount + 1)).insert(database)
            }
        }
    }
}
