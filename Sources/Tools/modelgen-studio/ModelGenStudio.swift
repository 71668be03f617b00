import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelSchema
import ObjectGraph
import StoreAccess
import StoreMigration
import StoreStudio

/// The program behind `modelgen studio`.
struct ModelGenStudio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen studio",
        abstract: "View and edit a store in the browser.",
        discussion: """
            The command serves a page on this machine, and opens it. The runtime that apps use reads, checks, and \
            saves the objects, so delete rules, inverses, and validation apply. Nothing is written until you save on \
            the page.

            The address contains a token that is new each time, and the command refuses requests without it. Control-C \
            stops it, and discards unsaved changes.

            EXAMPLES:
              modelgen studio Heroes.json
              modelgen studio App.sqlite --read-only --port 8080
              modelgen studio Heroes.json --export heroes.html
              modelgen studio "postgresql://localhost/shop?schema=heroes"
            """,
        version: ToolVersion.current)

    @OptionGroup var options: StoreOptions

    @Option(
        help: """
            The port to listen on. With 0, the default, the command chooses a port based on the store, or any free one.
            """,
        transform: { text in
            guard let port = UInt16(text) else { throw ValidationError("a port is a number from 0 to 65535") }
            return port
        })
    var port: UInt16 = 0

    @Flag(help: "Open the store for reading only, even while another program uses it.")
    var readOnly = false

    @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
    var open = true

    @Option(help: "Write the store to this file, as one page that needs no server, and quit.")
    var export: OutputArgument?

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() async throws {
        try options.storeDescription.requirePresence()
        let session = try StudioSession(try store(), isReadOnly: readOnly || export != nil)
        if let export { return try await session.exportedPage().write(to: export) }
        try await serve(session)
    }

    private func store() throws -> StudioStore {
        let options = options
        let model = try options.managedObjectModel()
        let place = try options.storeDescription
        let url = place.storeURL.map { URL(filePath: AbsolutePath.of($0.path(percentEncoded: false))) }
        let name = url?.lastPathComponent ?? (place as? any TableNaming)?.schemaName ?? model.name
        return StudioStore(name: name, kind: type(of: place).systemName, url: url) { isReadOnly in
            try options.container(
                of: model, isReadOnly: isReadOnly, lockTimeoutMilliseconds: StudioStore.lockTimeoutMilliseconds)
        } readOnlyReason: { error in
            switch (error as? StoreError)?.code {
            case .inUse: "Another program has the store open. The page follows its saves."
            case .readOnly, .fileSystem: "\(error)"
            default: nil
            }
        } follow: { container in
            for store in container.persistentStoreCoordinator.persistentStores { try place.refresh(store) }
        }
    }

    private func serve(_ session: StudioSession) async throws {
        let server = StudioServer(session, log: common.verbose ? Self.note : nil)
        let address = try await start(server)
        try "\(address)\n".write(to: nil)
        let browser = open ? Browser(opening: address) : nil
        Task {
            // Enough time to read it.
            try await Task.sleep(for: .seconds(20))
            browser?.close()
        }
        defer { browser?.close() }
        try await server.run()
    }

    @Sendable private static func note(_ line: String) {
        StandardError.write("modelgen: \(line.shownOnTerminal())\n")
    }

    /// Starts listening on the given port; otherwise on the store's own port, because browsers store a page's data by
    /// port, or on any port.
    private func start(_ server: StudioServer) async throws -> String {
        if port != 0 { return try await server.start(port: port) }
        let digest = SHA256.hash(of: Array(options.store.absolutePath.utf8))
        let own = 20_000 + (UInt16(digest[0]) << 8 | UInt16(digest[1])) % 20_000
        do {
            return try await server.start(port: own)
        } catch {
            // Another studio might show the same store.
            return try await server.start(port: 0)
        }
    }
}

/// The program under its own name, for shell completions. Help and errors have the name of the command.
@main
private struct StudioProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen-studio", abstract: ModelGenStudio.configuration.abstract, version: ToolVersion.current)

    @OptionGroup var command: ModelGenStudio

    static func main() async {
        SystemCall.prepareProgram()
        let arguments = ProgramArguments.all()
        if arguments.first?.hasPrefix("--generate-completion-script") == true { await main(nil) }
        await CommandProgram(ModelGenStudio.self, commandError: CommandError.init(ofStores:)).run(arguments)
    }

    func run() async throws { try await command.run() }
}

struct Browser {
    /// A file that opens the page, and is removed with the value. All users of a machine can read arguments of
    /// programs, and the address contains the token.
    private let folder: URL

    /// Opens an address if the system can; it was also printed.
    ///
    /// Nil if there is no way to open it.
    init?(opening address: String) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-studio-\(UUID().uuidString)")
        let page = folder.appending(path: "studio.html")
        let text =
            "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><title>modelgen studio</title>\n"
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: page)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = [page.path(percentEncoded: false)]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        } catch {
            close()
            return nil
        }
    }

    /// Removes the file that opened the page.
    func close() { try? FileManager.default.removeItem(at: folder) }
}
