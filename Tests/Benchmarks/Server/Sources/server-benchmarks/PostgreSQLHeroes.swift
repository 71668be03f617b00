import Foundation
import NIOPosix
import Synchronization

/// The same work with libpq: prepared statements on a few connections, each of which blocks a thread that no event loop
/// needs.
struct PostgreSQLHeroes: HeroStore {
    static let schemaName = "peer"

    private let connections: PeerConnections

    init(connection: String, connectionCount: Int) throws {
        let preparing = try PeerConnection(connection)
        try preparing.run(
            """
            CREATE SCHEMA IF NOT EXISTS \(Self.schemaName);
            CREATE TABLE IF NOT EXISTS \(Self.schemaName).hero (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
            identifier uuid NOT NULL UNIQUE, name text COLLATE "C" NOT NULL, universe integer NOT NULL);
            CREATE INDEX IF NOT EXISTS hero_by_universe ON \(Self.schemaName).hero (universe, name);
            """)
        connections = try PeerConnections(count: connectionCount) {
            let made = try PeerConnection(connection)
            let table = "\(Self.schemaName).hero"
            try made.prepare("hero", "SELECT identifier, name, universe FROM \(table) WHERE identifier = $1 LIMIT 1")
            try made.prepare(
                "list",
                """
                SELECT identifier, name, universe FROM \(table) WHERE universe = $1 ORDER BY name \
                LIMIT \(StoredHeroes.listCount)
                """)
            try made.prepare("add", "INSERT INTO \(table) (identifier, name, universe) VALUES ($1, $2, $3)")
            return made
        }
    }

    func fill(with heroes: some Sequence<HeroAnswer>) async throws {
        var lines = ""
        for hero in heroes { lines += "\(hero.identifier.uuidString)\t\(hero.name)\t\(hero.universe)\n" }
        try await connections.use { [lines] connection in
            try connection.copy(lines, "COPY \(Self.schemaName).hero (identifier, name, universe) FROM STDIN")
        }
    }

    func hero(_ identifier: UUID) async throws -> HeroAnswer? {
        try await connections.use { connection in
            try connection.execute("hero", [Self.bytes(of: identifier)], Self.heroes).first
        }
    }

    func list(universe: Int32) async throws -> [HeroAnswer] {
        try await connections.use { connection in
            try connection.execute("list", [Self.bytes(of: universe)], Self.heroes)
        }
    }

    func add(_ form: HeroForm) async throws -> HeroAnswer {
        try await connections.use { connection in
            let hero = HeroAnswer(identifier: UUID(), name: form.name, universe: form.universe)
            let parameters = [Self.bytes(of: hero.identifier), Array(hero.name.utf8), Self.bytes(of: hero.universe)]
            try connection.execute("add", parameters) { _, _ in }
            return hero
        }
    }

    // MARK: Binary forms

    private static func bytes(of identifier: UUID) -> [UInt8] { withUnsafeBytes(of: identifier.uuid, Array.init) }

    private static func bytes(of number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    private static func heroes(
        _ count: Int32, _ bytes: (Int32, Int32) -> UnsafeRawBufferPointer
    ) -> [HeroAnswer] {
        (0..<count).map { row in
            HeroAnswer(
                identifier: UUID(uuid: bytes(row, 0).loadUnaligned(as: uuid_t.self)),
                name: String(decoding: bytes(row, 1), as: UTF8.self),
                universe: Int32(bigEndian: bytes(row, 2).loadUnaligned(as: Int32.self)))
        }
    }
}

/// Some connections, and as many threads that wait for them.
private final class PeerConnections: Sendable {
    /// A connection that threads use in turn.
    private final class Shared: Sendable {
        private let connection: Mutex<PeerConnection>

        init(_ connection: sending PeerConnection) { self.connection = Mutex(connection) }

        func use<Result: Sendable>(_ body: (PeerConnection) throws -> Result) rethrows -> Result {
            try connection.withLock { try body($0) }
        }
    }

    private let idle: Mutex<[Shared]>
    private let threads: NIOThreadPool

    init(count: Int, _ make: () throws -> sending PeerConnection) throws {
        var connections: [Shared] = []
        for _ in 0..<count { connections.append(Shared(try make())) }
        idle = Mutex(connections)
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    /// Runs a closure on one of the threads.
    func use<Result: Sendable>(_ body: @escaping @Sendable (PeerConnection) throws -> Result) async throws -> Result {
        try await threads.runIfActive { [self] in
            // There are as many connections as threads, so one is always idle.
            guard let connection = idle.withLock({ $0.popLast() }) else { throw PeerError("no connection is idle") }
            defer { idle.withLock { $0.append(connection) } }
            return try connection.use(body)
        }
    }
}
