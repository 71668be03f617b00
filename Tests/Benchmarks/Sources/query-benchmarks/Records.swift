import BenchmarkModels
import GRDB

/// What GRDB holds of people: the values that queries and walks use.
struct PersonRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "person"
    static let household = belongsTo(HouseholdRecord.self, key: "household", using: ForeignKey(["householdId"]))

    var id: Int64
    var name: String
    var email: String
    var age: Int32
    var householdId: Int64?
}

struct HouseholdRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "household"
    static let members = hasMany(PersonRecord.self, key: "members", using: ForeignKey(["householdId"]))

    var id: Int64
    var title: String?
}

struct HouseholdWithMembers: Decodable, FetchableRecord {
    var household: HouseholdRecord
    var members: [PersonRecord]
}

extension DatabaseQueue {
    static func people(_ values: [PersonValues], householdCount: Int, hasIndexes: Bool) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.create(table: "household") { table in
                table.primaryKey("id", .integer)
                table.column("title", .text)
            }
            try database.create(table: "person") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text).notNull()
                table.column("email", .text).notNull()
                table.column("age", .integer).notNull()
                table.column("householdId", .integer).references("household").indexed()
            }
            if hasIndexes {
                for column in ["name", "email", "age"] { try database.create(indexOn: "person", columns: [column]) }
            }
            for number in 0..<householdCount {
                try HouseholdRecord(id: Int64(number + 1), title: "Household \(number)").insert(database)
            }
            for (number, value) in values.enumerated() {
                try PersonRecord(
                    id: Int64(number + 1), name: value.name, email: value.email, age: value.age,
                    householdId: Int64(number % householdCount + 1)
                ).insert(database)
            }
        }
        return queue
    }
}
