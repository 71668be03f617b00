import Foundation
import Hummingbird
import Logging
import ObjectGraph
import PostgreSQLStore
import SQLiteStore

/// Serves heroes of a store as JSON.
///
/// The environment says which store (`HERO_STORE`: the path of a SQLite file, or the address of a PostgreSQL database)
/// and on which port (`HERO_PORT`).
@main struct HeroServer {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let port = environment["HERO_PORT"].flatMap(Int.init) ?? 8080
        let container = try open(environment["HERO_STORE"] ?? "heroes.sqlite")
        let application = Application(
            router: router(serving: Heroes(container)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "heroes"))
        // Until a signal arrives: then requests that are under way are still answered, and the store is closed with the
        // container.
        try await application.runService()
    }

    private static func open(_ store: String) throws -> PersistentContainer {
        guard store.hasPrefix("postgresql://") else {
            return try PersistentContainer(model: .heroes, store: .sqlite(at: URL(filePath: store)))
        }
        // No request waits longer than this for a connection, a statement, or a server that restarts.
        let options = PostgreSQLStoreOptions(
            maximumConnectionCount: 8, connectionTimeoutMilliseconds: 2_000, statementTimeoutMilliseconds: 5_000)
        return try PersistentContainer(
            model: .heroes, store: .postgreSQL(connectionString: store, options: options))
    }

    private static func router(serving heroes: Heroes) -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: StoreErrors())
        // Uses no store, so it answers whatever the database does.
        router.get("health") { _, _ in "ok\n" }
        // Whether requests that need the store can be answered.
        router.get("ready") { _, _ in "\(try await heroes.count()) heroes\n" }
        router.get("heroes") { request, _ in
            try await heroes.list(
                universe: request.uri.queryParameters.get("universe", as: Int32.self),
                after: request.uri.queryParameters.get("after"))
        }
        router.get("heroes/all") { _, _ in heroes.all() }
        router.get("heroes/:identifier") { _, context in
            try await heroes.hero(context.parameters.require("identifier", as: UUID.self))
        }
        router.post("heroes") { request, context in
            let hero = try await heroes.add(try await request.decode(as: HeroForm.self, context: context))
            return EditedResponse(status: .created, response: hero)
        }
        router.put("heroes/:identifier") { request, context in
            try await heroes.change(
                context.parameters.require("identifier", as: UUID.self),
                to: try await request.decode(as: HeroForm.self, context: context))
        }
        router.delete("heroes/:identifier") { _, context in
            try await heroes.remove(context.parameters.require("identifier", as: UUID.self))
            return HTTPResponse.Status.noContent
        }
        return router
    }
}
