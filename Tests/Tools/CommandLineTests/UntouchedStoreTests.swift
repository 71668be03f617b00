import Foundation
import TestSupport
import Testing

/// Commands that read change no byte of a store, and make no file beside it.
@Suite struct UntouchedStoreTests {
    private let tool = BuiltProduct("modelgen")

    /// What lies beside a store's file.
    struct Beside: Sendable, CustomTestStringConvertible {
        enum Journal: Sendable, CaseIterable {
            case none, empty, full
        }

        var journal: Journal
        var hasSharedMemory: Bool

        var testDescription: String { "journal \(journal), shared memory \(hasSharedMemory)" }

        static let all = Journal.allCases.flatMap { journal in
            [false, true].map { Beside(journal: journal, hasSharedMemory: $0) }
        }
    }

    @Test("Reading a SQLite store changes no file", arguments: Beside.all)
    func readingChangesNothing(_ beside: Beside) throws {
        let folder = try TemporaryFolder()
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        let rows = try folder.write("name\nBatman\nHulk\n", to: "made/rows.csv")
        let original = folder.path("made/a.sqlite")
        _ = try tool.run("store", "import", original, "--model", model, rows, "--entity", "Superhero")
        // A journal is only there while somebody has the store open.
        let database = try Database(original)
        try database.run("INSERT INTO ZSUPERHERO (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'In the journal')")
        try folder.createFolder("read")
        let store = folder.path("read/a.sqlite")
        try FileManager.default.copyItem(atPath: original, toPath: store)
        switch beside.journal {
        case .none: break
        case .empty: try folder.write("", to: "read/a.sqlite-wal")
        case .full: try FileManager.default.copyItem(atPath: original + "-wal", toPath: store + "-wal")
        }
        if beside.hasSharedMemory {
            try FileManager.default.copyItem(atPath: original + "-shm", toPath: store + "-shm")
        }
        let before = try contents(of: folder.url.appending(path: "read"))
        let count = beside.journal == .full ? 3 : 2
        #expect(try tool.run("store", "count", store, "Superhero").output == "\(count)\n")
        let output = folder.path("made/out")
        for arguments in [
            ["query", store, "Superhero sort name"], ["stats", store], ["stats", store, "Superhero"],
            ["export", store, "Superhero"], ["query", store, "Superhero", "--explain"],
            ["model", store, "--output", output + ".xcdatamodeld"], ["backup", store, "--output", output + ".sqlite"],
            ["convert", store, output + ".json"], ["count", store, "Superhero", "--model", model],
        ] {
            let outcome = try tool.run(["store"] + arguments)
            #expect(outcome.exitCode == 0, "\(arguments[0]): \(outcome.errorOutput)")
            #expect(try contents(of: folder.url.appending(path: "read")) == before, "\(arguments[0])")
        }
        _ = try tool.run("store", "check", store)
        #expect(try contents(of: folder.url.appending(path: "read")) == before)
        withExtendedLifetime(database) {}
    }

    /// What the program does that writes to a store.
    enum Writer: Sendable, CaseIterable {
        case running, killed
    }

    @Test("Reading a JSON store changes no file while another process writes it", arguments: Writer.allCases)
    func readingAJSONStoreChangesNothing(_ writer: Writer) throws {
        let folder = try TemporaryFolder()
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        try folder.createFolder("read")
        let store = folder.path("read/a.json")
        let process = try startedWriter(of: store)
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // It keeps its lock while it is stopped, and what it has saved stays in the journal.
        kill(process.processIdentifier, writer == .running ? SIGSTOP : SIGKILL)
        if writer == .killed {
            process.waitUntilExit()
            try FileManager.default.removeItem(atPath: store + ".lock")
        }
        let before = try contents(of: folder.url.appending(path: "read"))
        #expect(before["a.json.journal"]?.isEmpty == false)
        let output = folder.path("out")
        for arguments in [
            ["count", store, "Superhero"], ["query", store, "Superhero sort name"], ["stats", store],
            ["stats", store, "Superhero"], ["export", store, "Superhero"], ["query", store, "Superhero", "--explain"],
            ["backup", store, "--output", output + ".json"], ["convert", store, output + ".sqlite"],
        ] {
            let outcome = try tool.run(["store"] + arguments + ["--model", model])
            #expect(outcome.exitCode == 0, "\(arguments[0]): \(outcome.errorOutput)")
            #expect(try contents(of: folder.url.appending(path: "read")) == before, "\(arguments[0])")
        }
        _ = try tool.run("store", "check", store, "--model", model)
        #expect(try contents(of: folder.url.appending(path: "read")) == before)
    }

    /// A program that writes to a store without end, and has saved a few times.
    private func startedWriter(of store: String) throws -> Process {
        let process = Process()
        process.executableURL = BuiltProduct("store-writer").url
        process.arguments = [store]
        let saved = Pipe()
        process.standardOutput = saved
        try process.run()
        var lineCount = 0
        while lineCount < 3 {
            let data = saved.fileHandleForReading.availableData
            if data.isEmpty { break }
            lineCount += data.count { $0 == UInt8(ascii: "\n") }
        }
        return process
    }

    private func contents(of folder: URL) throws -> [String: Data] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return Dictionary(uniqueKeysWithValues: try files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }
}
