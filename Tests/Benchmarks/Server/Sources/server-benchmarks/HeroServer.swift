import Foundation
import Hummingbird
import Logging

/// Serves heroes as JSON on any free port, which it prints. Both sides share everything but the database.
struct HeroServer<Store: HeroStore>: Sendable {
    let store: Store

    func run() async throws {
        var logger = Logger(label: "heroes")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
            },
            logger: logger)
        try await application.runService()
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        // Uses no database, so it shows what the server itself takes.
        router.get("health") { _, _ in "ok\n" }
        router.get("heroes") { request, _ in
            try await store.list(universe: request.uri.queryParameters.require("universe", as: Int32.self))
        }
        router.get("heroes/:identifier") { _, context in
            let identifier = try context.parameters.require("identifier", as: UUID.self)
            guard let hero = try await store.hero(identifier) else { throw HTTPError(.notFound) }
            return hero
        }
        router.post("heroes") { request, context in
            let hero = try await store.add(try await request.decode(as: HeroForm.self, context: context))
            return EditedResponse(status: .created, response: hero)
        }
        return router
    }
}
