import Foundation
import TestSupport
import Testing

/// What people see who sit at a terminal.
@Suite struct TerminalTests {
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func process(_ arguments: String...) -> Process {
        let process = Process()
        process.executableURL = BuiltProduct("modelgen-store").url
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    @Test("Work of more than a second says so on standard error, and leaves nothing behind")
    func progress() throws {
        let terminal = try #require(Terminal(columnCount: 80))
        let importing = process(
            "import", "h.json", "-", "--input-format", "csv", "--entity", "Superhero", "--model", model)
        let rows = Pipe()
        importing.standardInput = rows
        importing.standardError = terminal.handle
        try importing.run()
        // The rows come only after the line about them.
        #expect(terminal.text(to: "reading rows, 1 s") != nil)
        try rows.fileHandleForWriting.write(contentsOf: Data("name\nBatman\n".utf8))
        try rows.fileHandleForWriting.close()
        importing.waitUntilExit()
        #expect(importing.terminationStatus == 0)
        #expect(terminal.text(to: "\r\u{1B}[K")?.contains("error") == false)
    }

    @Test("A table fits into the lines of a terminal")
    func width() throws {
        let name = String(repeating: "Bruce Wayne ", count: 10)
        try folder.write("name,abilities,universe\n\(name),\(name),dc\n", to: "rows.csv")
        let importing = process("import", "h.json", "rows.csv", "--entity", "Superhero", "--model", model)
        try importing.run()
        importing.waitUntilExit()
        let terminal = try #require(Terminal(columnCount: 50))
        let query = process("query", "h.json", "Superhero columns id, name, abilities, universe")
        query.standardOutput = terminal.handle
        try query.run()
        query.waitUntilExit()
        let lines = try #require(terminal.text(to: "dc\n")).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count <= 50 })
        #expect(lines.last?.contains("…") == true)
        // A pipe gets everything.
        let outcome = try BuiltProduct("modelgen-store").run("query", "h.json", "Superhero", in: folder.url)
        #expect(outcome.output.contains(name.dropLast()))
    }

    @Test("No format lets a terminal obey what a store contains", arguments: ["csv", "json", "jsonl", "text"])
    func controlCharacters(format: String) throws {
        try folder.write("name,universe\n\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}Batman,dc\n", to: "rows.csv")
        let importing = process("import", "h.json", "rows.csv", "--entity", "Superhero", "--model", model)
        try importing.run()
        importing.waitUntilExit()
        #expect(importing.terminationStatus == 0)
        let terminal = try #require(Terminal(columnCount: 80))
        let query = process("query", "h.json", "Superhero columns name, universe", "--format", format)
        query.standardOutput = terminal.handle
        try query.run()
        query.waitUntilExit()
        let text = try #require(terminal.text(to: "dc"))
        #expect(text.contains("Batman"))
        let obeyed = text.unicodeScalars.filter { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value || $0.value == 0x202E }
        #expect(obeyed.allSatisfy { "\n\r\t".unicodeScalars.contains($0) })
        // A pipe gets everything.
        if format == "csv" {
            let outcome = try BuiltProduct("modelgen-store").run(
                "query", "h.json", "Superhero", "--format", format, in: folder.url)
            #expect(outcome.output.contains("\u{1B}]0;owned\u{7}"))
        }
    }
}
