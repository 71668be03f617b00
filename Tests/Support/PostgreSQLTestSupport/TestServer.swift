import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket only, run by a user without rights.
/// It ends with the process that has started it, however that ends.
public final class TestServer: Sendable {
    /// The server that tests share; nil on a machine without PostgreSQL, or where nobody without rights can run it.
    public static let shared: TestServer? = try? TestServer()
    /// Why tests are skipped without it.
    public static let absence = "no PostgreSQL server can run here; install the package 'postgresql'"

    private let folder: String
    private let access: Access
    private let keeper: Mutex<Keeper>
    private let lastSchema = Atomic<Int>(0)

    /// How the server lets programs in.
    private struct Access {
        /// A user who needs a password, unlike others; nil for none.
        var guest: String?
        /// The port of the own machine for connections with TLS; nil for none.
        var tlsPort: UInt16?
    }

    /// What runs the server: a shell that ends it when its input ends.
    private struct Keeper {
        var process: Process
        var input: Pipe
    }

    /// Where Debian, Homebrew and others put the programs.
    private static var programsFolder: String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let debian = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (debian + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }

    /// What runs a command as a user without rights: nothing where the tests have none themselves.
    private static var withoutRights: [String] {
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    }

    /// Makes a server and waits until it answers.
    ///
    /// - Parameters:
    ///   - guest: A user who needs a password, unlike others; nil for none.
    ///   - usesTLS: Whether it also listens on a port of this machine, where it takes connections with TLS only.
    public init(askingForPasswordOf guest: String? = nil, usesTLS: Bool = false) throws {
        guard let programs = Self.programsFolder else { throw UnavailableError() }
        // Short, as paths of sockets are.
        var template = Array("/tmp/modelgen-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw UnavailableError() }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if geteuid() == 0 { chown(folder, 65534, 65534) }
        access = Access(guest: guest, tlsPort: usesTLS ? try Self.freePort() : nil)
        let keeper = try Self.start(programs, folder, makes: true, access)
        self.keeper = Mutex(keeper)
        try Self.waitUntilReady(in: folder, keeper.process)
    }

    /// A port of this machine that no program listens on.
    private static func freePort() throws -> UInt16 {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFound = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                bind(descriptor, address.baseAddress, length) == 0
                    && getsockname(descriptor, address.baseAddress, &length) == 0
            }
        }
        guard isFound else { throw UnavailableError() }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func start(
        _ programs: String, _ folder: String, makes: Bool, _ access: Access
    ) throws -> Keeper {
        var make =
            "\(programs)/initdb -D \(folder)/data -A trust -U tests --no-sync -E UTF8 --locale=C >\(folder)/initdb.log 2>&1 && "
        if let guest = access.guest {
            // The first line that fits counts.
            make +=
                "{ echo 'local all \(guest) scram-sha-256'; cat data/pg_hba.conf; } >hba && mv hba data/pg_hba.conf && "
        }
        var listening = "-c listen_addresses="
        if let port = access.tlsPort {
            make +=
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=localhost "
                + "-addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2>openssl.log && "
                + "{ echo 'local all all trust'; echo 'hostssl all all 127.0.0.1/32 trust'; } >data/pg_hba.conf && "
            listening =
                "-c listen_addresses=127.0.0.1 -c port=\(port) -c ssl=on -c ssl_cert_file=\(folder)/server.crt "
                + "-c ssl_key_file=\(folder)/server.key"
        }
        let serve =
            "\(programs)/postgres -D \(folder)/data \(listening) -c unix_socket_directories=\(folder) "
            + "-c fsync=off -c full_page_writes=off -c max_connections=400 -c shared_buffers=64MB "
            + "-c max_locks_per_transaction=256 -c log_min_messages=fatal >\(folder)/server.log 2>&1"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            withoutRights + [
                "sh", "-c",
                "cd \(folder); \(makes ? make : "") { \(serve) & server=$!; cat >/dev/null; "
                    + "kill -INT $server; wait $server; [ -e \(folder)/stays ] || rm -rf \(folder); }",
            ]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return Keeper(process: process, input: input)
    }

    private static func waitUntilReady(in folder: String, _ process: Process) throws {
        for _ in 0..<1_500 {
            // The server says so itself when it lets programs in, which is later than its socket is there.
            let state = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
            if state?.contains("ready") == true { return }
            guard process.isRunning else { throw UnavailableError() }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw UnavailableError()
    }

    deinit {
        keeper.withLock { try? $0.input.fileHandleForWriting.close() }
    }

    /// How the server is reached.
    public var connection: String {
        "host=\(folder) user=tests dbname=postgres" + (access.tlsPort.map { " port=\($0)" } ?? "")
    }

    /// How the server is reached with TLS; its certificate is for `localhost`.
    public var tlsConnection: String? {
        access.tlsPort.map { "host=localhost hostaddr=127.0.0.1 port=\($0) user=tests dbname=postgres" }
    }

    /// The certificate of the server, which nobody else has signed.
    public var certificatePath: String { "\(folder)/server.crt" }

    /// The same as an address, which ends in parameters.
    public var address: String { "postgresql://tests@/postgres?host=\(folder)" }

    /// Where programs connect.
    var socketPath: String { "\(folder)/.s.PGSQL.5432" }

    /// A schema's name that no other test has.
    public func newSchemaName() -> String {
        "store_\(ProcessInfo.processInfo.processIdentifier)_\(lastSchema.add(1, ordering: .relaxed).newValue)"
    }

    /// Runs a statement with `psql`.
    ///
    /// - Returns: Its rows, a line each, without a newline at the end.
    @discardableResult
    public func run(_ statement: String) throws -> String {
        guard let programs = Self.programsFolder else { throw UnavailableError() }
        let process = Process()
        process.executableURL = URL(filePath: "\(programs)/psql")
        process.arguments = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", connection, "-c", statement]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw UnavailableError() }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Runs a statement without rows with `psql` in a transaction that stays open.
    public func beginTransaction(_ statement: String) throws -> OpenTransaction {
        guard let programs = Self.programsFolder else { throw UnavailableError() }
        let process = Process()
        process.executableURL = URL(filePath: "\(programs)/psql")
        process.arguments = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", connection]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("BEGIN;\n\(statement);\n\\echo ready\n".utf8))
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else { throw UnavailableError() }
        return OpenTransaction(process: process, input: input)
    }

    /// A transaction of another program, which has locked what it has changed.
    public struct OpenTransaction {
        fileprivate var process: Process
        fileprivate var input: Pipe

        /// Ends the program, and with it the transaction, without its changes.
        public func rollBack() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    /// Ends the server in the middle of what it does, and starts it again.
    ///
    /// - Parameter kills: Whether it is left no time to end anything, as when a machine loses its current.
    public func restart(kills: Bool = false) throws {
        guard let programs = Self.programsFolder else { throw UnavailableError() }
        let marker = "\(folder)/stays"
        try Data().write(to: URL(filePath: marker))
        let state = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        try keeper.withLock { keeper in
            if kills, let process = state.split(separator: "\n").first.flatMap({ Int32($0) }) { kill(process, SIGQUIT) }
            try keeper.input.fileHandleForWriting.close()
            keeper.process.waitUntilExit()
            try FileManager.default.removeItem(atPath: marker)
            keeper = try Self.start(programs, folder, makes: false, access)
            try Self.waitUntilReady(in: folder, keeper.process)
        }
    }

    /// Stops the server and all that works for it, as a machine does that is suspended, until ``resume()``.
    public func pause() throws { try signal(SIGSTOP) }

    /// Lets a paused server go on.
    public func resume() throws { try signal(SIGCONT) }

    private func signal(_ number: Int32) throws {
        let state = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        guard let first = state.split(separator: "\n").first, let server = Int32(first) else {
            throw UnavailableError()
        }
        // First the server, so that no process begins while the others are stopped.
        kill(server, number)
        for process in Self.children(of: server) { kill(process, number) }
    }

    /// The processes that a process has started.
    private static func children(of process: Int32) -> [Int32] {
        let lists = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        if let lists { return lists.split(separator: " ").compactMap { Int32($0) } }
        let listing = Process()
        listing.executableURL = URL(filePath: "/usr/bin/env")
        listing.arguments = ["pgrep", "-P", "\(process)"]
        let output = Pipe()
        listing.standardOutput = output
        guard (try? listing.run()) != nil else { return [] }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        listing.waitUntilExit()
        return text.split(separator: "\n").compactMap { Int32($0) }
    }

    /// There is no server.
    private struct UnavailableError: Error {}
}
