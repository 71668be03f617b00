import Foundation
import PostgreSQLStore
import SQLiteStore

/// What a process of this program does instead of measuring.
enum ServerTask: String {
    case fill, serve
}

/// A side of the comparison, with its database: a file of SQLite, or a connection string of PostgreSQL.
struct Side {
    enum Kind: String {
        case ownSQLite = "own-sqlite"
        case grdb
        case ownPostgreSQL = "own-postgresql"
        case libpq
    }

    let kind: Kind
    let database: String

    private static let ownSchemaName = "own"

    /// Does a task of this side.
    func perform(_ task: ServerTask) async throws {
        switch kind {
        case .ownSQLite:
            // Its default is to be as durable as `PRAGMA synchronous = FULL`.
            try await perform(task, OwnHeroes(SQLiteStoreDescription.sqlite(at: URL(filePath: database))))
        case .grdb:
            try await perform(task, GRDBHeroes(file: database, readerCount: Client.connectionCount))
        case .ownPostgreSQL:
            let options = PostgreSQLStoreOptions(
                schemaName: Self.ownSchemaName, maximumConnectionCount: Client.connectionCount)
            try await perform(
                task, OwnHeroes(PostgreSQLStoreDescription.postgreSQL(connectionString: database, options: options)))
        case .libpq:
            try await perform(
                task, PostgreSQLHeroes(connection: database, connectionCount: Client.connectionCount))
        }
    }

    private func perform(_ task: ServerTask, _ store: some HeroStore) async throws {
        switch task {
        case .serve: try await HeroServer(store: store).run()
        case .fill:
            try await store.fill(with: StoredHeroes.all)
            // What the server would otherwise do while it is measured.
            switch kind {
            case .ownPostgreSQL: try PeerConnection(database).run("VACUUM ANALYZE \(Self.ownSchemaName).hero")
            case .libpq: try PeerConnection(database).run("VACUUM ANALYZE \(PostgreSQLHeroes.schemaName).hero")
            case .ownSQLite, .grdb: break
            }
        }
    }

    /// Removes what an earlier run has left in a database.
    static func clear(postgreSQL connection: String) throws {
        let peer = try PeerConnection(connection)
        for name in [ownSchemaName, PostgreSQLHeroes.schemaName] {
            try peer.run("DROP SCHEMA IF EXISTS \(name) CASCADE")
        }
    }
}
