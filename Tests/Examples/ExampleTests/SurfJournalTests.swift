import Foundation
import TestSupport
import Testing

/// The surfer's journal.
@Suite struct SurfJournalTests {
    private let program: ExampleProgram

    init() throws {
        program = try ExampleProgram("surfjournal")
    }

    private static let head = ["--location", "Bells Beach", "--height", "Head", "--date", "2026-07-01T09:30:00Z"]

    private func firstLines(_ count: Int) throws -> [String] {
        try program.output("list", "--limit", "\(count)").split(separator: "\n").map(String.init)
    }

    @Test("The first run creates the bundled entries, and the second does not")
    func firstRun() throws {
        let seeded = ["1  2025-12-18  ★★★★☆  Mavericks  Chest", "entries: 300"]
        #expect(try firstLines(1) == seeded)
        let bytes = try Data(contentsOf: program.store)
        #expect(try firstLines(1) == seeded)
        #expect(try Data(contentsOf: program.store) == bytes)
    }

    @Test("An existing store does not get the bundled entries again")
    func existingStore() throws {
        try program.run("delete", "1")
        #expect(try firstLines(0) == ["entries: 299"])
    }

    @Test("An added entry is saved")
    func addedEntry() throws {
        let outcome = try program.run(["add", "--rating", "5"] + Self.head)
        #expect(outcome.output.hasSuffix("Added; entries in the journal: 301\n"))
        #expect(try firstLines(1) == ["1  2026-07-01  ★★★★★  Bells Beach  Head", "entries: 301"])
    }

    @Test("A canceled entry leaves the store unchanged")
    func aCancelledEntryLeavesNoTrace() throws {
        try program.run("list")
        let bytes = try Data(contentsOf: program.store)
        let outcome = try program.run(["add", "--cancel"] + Self.head)
        #expect(outcome.output.hasSuffix("Canceled; entries in the journal: 300\n"))
        #expect(try Data(contentsOf: program.store) == bytes)
        // What is saved later does not bring it back.
        try program.run("delete", "300")
        #expect(try firstLines(0) == ["entries: 299"])
    }

    @Test("The journal shows an edit only after it is saved")
    func theJournalShowsAnEditOnlyOnceItIsSaved() throws {
        let cancelled = """
            On the sheet:   2025-12-18  ★☆☆☆☆  Mavericks  Chest
            In the journal: 2025-12-18  ★★★★☆  Mavericks  Chest
            Canceled

            """
        #expect(try program.output("edit", "1", "--rating", "1", "--cancel") == cancelled)
        #expect(try firstLines(1)[0] == "1  2025-12-18  ★★★★☆  Mavericks  Chest")
        let saved = "Saved:          2025-12-18  ★☆☆☆☆  Mavericks  Chest\n"
        #expect(try program.output("edit", "1", "--rating", "1").hasSuffix(saved))
        #expect(try firstLines(1)[0] == "1  2025-12-18  ★☆☆☆☆  Mavericks  Chest")
    }

    @Test("An export contains the stored entries while the journal changes")
    func exportDuringChanges() throws {
        try program.run("edit", "300", "--location", "Torquay, \"main\" beach")
        let file = program.folder.path("Journal.csv")
        let progress = """
            Exported 100 of 300
            Entries in the journal meanwhile: 301
            Exported 200 of 300
            Exported 300 of 300

            """
        #expect(try program.output("export", file, "--meanwhile", "Raglan") == progress)
        let rows = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 301)
        #expect(rows[0] == "date,height,period,wind,location,rating")
        #expect(rows[1] == #"2023-01-03T06:30:00Z,Knee,17 s,Onshore,"Torquay, ""main"" beach",1"#)
        #expect(try firstLines(0) == ["entries: 301"])
    }

    @Test("An export that cannot be written is an error")
    func anExportThatCannotBeWrittenIsAnError() throws {
        let outcome = try program.run("export", program.folder.path("Nowhere/Journal.csv"))
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.hasPrefix("Error: "))
    }

    @Test("Wrong input is refused")
    func wrongInputIsRefused() throws {
        #expect(try program.run("add", "--rating", "6").exitCode == 64)
        #expect(try program.run("edit", "301").errorOutput == "Error: There is no entry 301\n")
    }
}
