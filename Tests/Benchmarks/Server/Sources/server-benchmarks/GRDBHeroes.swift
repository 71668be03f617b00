import Foundation
import GRDB

extension HeroAnswer: FetchableRecord, PersistableRecord {
    static let databaseTableName = "hero"
}

/// The same work with GRDB: a pool, `Codable` records, and statements that are compiled once for each connection.
struct GRDBHeroes: HeroStore {
    private let pool: DatabasePool

    init(file: String, readerCount: Int) throws {
        var configuration = Configuration()
        configuration.maximumReaderCount = readerCount
        pool = try DatabasePool(path: file, configuration: configuration)
        // Opening a pool sets NORMAL, whatever its configuration has prepared.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { database in
            try database.create(table: HeroAnswer.databaseTableName, options: .ifNotExists) { table in
                table.primaryKey("id", .integer)
                table.column("identifier", .blob).notNull().unique()
                table.column("name", .text).notNull()
                table.column("universe", .integer).notNull()
            }
            try database.create(
                indexOn: HeroAnswer.databaseTableName, columns: ["universe", "name"], options: .ifNotExists)
        }
    }

    func fill(with heroes: some Sequence<HeroAnswer>) throws {
        try pool.write { database in
            for hero in heroes { try hero.insert(database) }
        }
    }

    func hero(_ identifier: UUID) async throws -> HeroAnswer? {
        try await pool.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT identifier, name, universe FROM hero WHERE identifier = ? LIMIT 1")
            return try HeroAnswer.fetchOne(statement, arguments: [identifier])
        }
    }

    func list(universe: Int32) async throws -> [HeroAnswer] {
        try await pool.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT identifier, name, universe FROM hero WHERE universe = ? ORDER BY name \
                    LIMIT \(StoredHeroes.listCount)
                    """)
            return try HeroAnswer.fetchAll(statement, arguments: [universe])
        }
    }

    func add(_ form: HeroForm) async throws -> HeroAnswer {
        try await pool.write { database in
            let hero = HeroAnswer(identifier: UUID(), name: form.name, universe: form.universe)
            try hero.insert(database)
            return hero
        }
    }
}
