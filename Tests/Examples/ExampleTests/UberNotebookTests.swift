import TestSupport
import Testing

/// The app of notebooks and notes.
@Suite struct UberNotebookTests {
    private let program: ExampleProgram

    init() throws {
        program = try ExampleProgram("ubernotebook")
    }

    @Test("Each run by key adds to the list")
    func eachRunByKeyAddsToTheList() throws {
        #expect(try program.output("keyed", "Travel", "Tent") == "Travel: Tent\n")
        #expect(try program.output("keyed", "Food", "Rice") == "Travel: Tent\nFood: Rice\n")
        #expect(try program.output("list") == "Food (1)\nTravel (1)\n")
    }

    @Test("The list prints its changes")
    func theListSaysWhatHappensToIt() throws {
        try program.run("create", "Groceries")
        let printed = try program.session(
            "open", "Groceries",
            lines: ["add Milk", "add Bread", "add Rice", "edit 3 Oat milk", "touch 3", "delete 2", "list"])
        let expected = """
            Groceries (0)
            > add Milk
              will change
              insert at 1: Milk
              did change; notes: 1
            > add Bread
              will change
              insert at 1: Bread
              did change; notes: 2
            > add Rice
              will change
              insert at 1: Rice
              did change; notes: 3
            > edit 3 Oat milk
              will change
              update at 3: Oat milk
              did change; notes: 3
            > touch 3
              will change
              move from 3 to 1: Oat milk
              did change; notes: 3
            > delete 2
              will change
              delete from 2: Rice
              did change; notes: 2
            > list
            1  Oat milk
            2  Bread
            Groceries (2)
            Saving
            """
        #expect(printed.joined(separator: "\n") == expected)
        #expect(try program.output("list") == "Groceries (2)\n")
    }

    @Test("The newest note is first after a restart")
    func theNewestNoteIsFirstAfterARestart() throws {
        try program.run("create", "Groceries")
        _ = try program.session("open", "Groceries", lines: ["add Milk", "add Bread", "save", "touch 2"])
        let printed = try program.session("open", "Groceries", lines: [])
        #expect(printed == ["1  Milk", "2  Bread", "Groceries (2)", "Nothing to save"])
    }

    @Test("The list omits the notes of other notebooks")
    func notesOfAnotherNotebookAreNotInTheList() throws {
        try program.run("create", "Groceries")
        try program.run("keyed", "Travel", "Tent")
        #expect(try program.session("open", "Groceries", lines: []).first == "Groceries (0)")
        #expect(try program.session("open", "Travel", lines: []).first == "1  Tent")
    }

    @Test("Discarded changes are undone")
    func whatIsDiscardedWasNeverThere() throws {
        try program.run("create", "Groceries")
        let lines = ["add Milk", "save", "delete 1", "discard", "list"]
        let printed = try program.session("open", "Groceries", lines: lines)
        #expect(printed.suffix(4) == ["> list", "1  Milk", "Groceries (1)", "Nothing to save"])
    }

    @Test("Deleting a notebook deletes its notes")
    func aDeletedNotebookTakesItsNotesAlong() throws {
        try program.run("keyed", "Travel", "Tent")
        try program.run("keyed", "Food", "Rice")
        #expect(try program.output("delete", "Travel") == "Deleted Travel and its notes (1)\n")
        #expect(try program.output("keyed", "Food", "Tea") == "Food: Rice\nFood: Tea\n")
        #expect(try program.run("delete", "Travel").errorOutput == "Error: There is no notebook called Travel\n")
    }

    @Test("Mistakes are reported")
    func mistakesAreSaid() throws {
        try program.run("create", "Groceries")
        let printed = try program.session("open", "Groceries", lines: ["delete 1", "touch x", "jump"])
        #expect(
            printed == [
                "Groceries (0)", "> delete 1", "There is no note 1", "> touch x", "There is no note x", "> jump",
                "There is no command jump", "Nothing to save",
            ])
    }

    @Test("The debug option prints the requests to the store")
    func loggedRequests() throws {
        try program.run("create", "Groceries")
        let printed = try program.session("open", "Groceries", "--debug", lines: ["add Milk", "save"])
        #expect(
            printed.filter { $0.hasPrefix("[store]") } == [
                "[store] fetch Notebook where title == \"Groceries\": 1 object",
                "[store] fetch Note where notebook == %@, Notebook/p1: 0 objects",
                "[store] save: 1 inserted, 1 updated, 0 deleted",
            ])
    }
}
