import Foundation
import GRDB
import ObjectGraph

/// What both sides hold: heroes, each in one of many teams.
struct HeroValues {
    var name: String
    var city: String
    var age: Int32
    var team: Int

    /// Names and numbers that look random and are the same in every run.
    init(number: Int, teamCount: Int) {
        let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        name = "Hero \(String(mixed >> 20, radix: 36)) \(number)"
        city = "City \(mixed % 997)"
        age = Int32(mixed >> 33 & 0xFFFF)
        team = number % teamCount
    }
}

final class Hero: ManagedObject {
    var name: String? {
        get { self[attribute: "name"] }
        set { self[attribute: "name"] = newValue }
    }
    var city: String? {
        get { self[attribute: "city"] }
        set { self[attribute: "city"] = newValue }
    }
    var age: Int32 {
        get { self[attribute: "age"] }
        set { self[attribute: "age"] = newValue }
    }
    var team: Team? {
        get { self[toOne: "team"] }
        set { self[toOne: "team"] = newValue }
    }
}

final class Team: ManagedObject {
    var title: String? {
        get { self[attribute: "title"] }
        set { self[attribute: "title"] = newValue }
    }
    var heroes: ToMany<Hero> { self[toMany: "heroes"] }
}

extension ManagedObjectModel {
    /// - Parameter hasIndexes: Whether the model asks for the indexes that the queries can use.
    static func heroes(hasIndexes: Bool) -> ManagedObjectModel {
        let indexes = ["name", "city", "age"].map { (name: String) in
            FetchIndex(name: "by-\(name)", elements: [FetchIndex.Element(propertyName: name, order: .ascending)])
        }
        return ManagedObjectModel(
            Model(
                name: "Heroes",
                entities: [
                    Entity(
                        name: "Hero",
                        attributes: [
                            Attribute(name: "name", type: .string, isOptional: true),
                            Attribute(name: "city", type: .string, isOptional: true),
                            Attribute(name: "age", type: .integer32, defaultValueString: "0"),
                        ],
                        relationships: [
                            Relationship(
                                name: "team", isOptional: true, destinationName: "Team", inverseName: "heroes")
                        ], indexes: hasIndexes ? indexes : []),
                    Entity(
                        name: "Team", attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "heroes", isOptional: true, isToMany: true, destinationName: "Hero",
                                inverseName: "team")
                        ]),
                ]), classes: ["Hero": Hero.self, "Team": Team.self])
    }
}

// MARK: GRDB

struct HeroRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "hero"
    static let team = belongsTo(TeamRecord.self, key: "team", using: ForeignKey(["teamId"]))

    var id: Int64
    var name: String?
    var city: String?
    var age: Int32
    var teamId: Int64?
}

struct TeamRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "team"
    static let heroes = hasMany(HeroRecord.self, key: "heroes", using: ForeignKey(["teamId"]))

    var id: Int64
    var title: String?
}

struct TeamWithHeroes: Decodable, FetchableRecord {
    var team: TeamRecord
    var heroes: [HeroRecord]
}

extension DatabaseQueue {
    static func heroes(_ values: [HeroValues], teamCount: Int, hasIndexes: Bool) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.create(table: "team") { table in
                table.primaryKey("id", .integer)
                table.column("title", .text)
            }
            try database.create(table: "hero") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text)
                table.column("city", .text)
                table.column("age", .integer).notNull()
                table.column("teamId", .integer).references("team").indexed()
            }
            if hasIndexes {
                for column in ["name", "city", "age"] { try database.create(indexOn: "hero", columns: [column]) }
            }
            for number in 0..<teamCount {
                try TeamRecord(id: Int64(number + 1), title: "Team \(number)").insert(database)
            }
            for (number, value) in values.enumerated() {
                try HeroRecord(
                    id: Int64(number + 1), name: value.name, city: value.city, age: value.age,
                    teamId: Int64(value.team + 1)
                ).insert(database)
            }
        }
        return queue
    }
}
