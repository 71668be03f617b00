import Foundation
import TestSupport
import Testing

/// The tutorial's app, run as a user would run it. Each command is a process of its own, so everything goes through
/// the store.
@Suite struct SuperheroesTests {
    private let program: ExampleProgram
    private var store: String { program.store.path(percentEncoded: false) }

    init() throws {
        program = try ExampleProgram("superheroes")
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try program.run(arguments)
    }

    private static let nineHeroes = """
        Aquaman         DC      Atlantian
        Bruce Wayne     DC      Money
        Captain Marvel  Marvel  Superhuman Strength
        Cyborg          DC      Robot Beep Beep
        Green Lantern   DC      Power Ring
        Spider-Man      Marvel  Spider Sense
        Superman        DC      Super Powered Alien
        The Flash       DC      Speed
        Wonder Woman    DC      Goddess
        heroes: 9

        """

    @Test("The first run creates nine heroes, and the second does not")
    func firstRun() throws {
        #expect(try run("list").output == Self.nineHeroes)
        let bytes = try Data(contentsOf: URL(filePath: store))
        #expect(try run("list").output == Self.nineHeroes)
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    }

    @Test("The store is JSON with one object a line")
    func theStoreIsJSONWithOneObjectALine() throws {
        try run("join", "Superman")
        let text = try String(contentsOf: URL(filePath: store), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("   {") }
        #expect(lines.count == 10)
        #expect(
            lines[1]
                == #"   {"id": 2, "abilities": "Super Powered Alien", "name": "Superman", "universe": 1, "teams": [1]},"#
        )
        #expect(lines[9] == #"   {"id": 1, "name": "Default Team"}"#)
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let entities = json?["entities"] as? [String: [Any]]
        #expect(entities?["Superhero"]?.count == 9)
    }

    @Test("A party has at most six heroes, each once")
    func aPartyTakesSixHeroesAndNoHeroTwice() throws {
        let six = ["Bruce Wayne", "Superman", "Wonder Woman", "The Flash", "Green Lantern", "Cyborg"]
        for name in six.prefix(5) { #expect(try run("join", name).exitCode == 0) }
        let twice = try run("join", "Superman")
        #expect(twice.exitCode == 1)
        #expect(twice.errorOutput == "Error: Unable to add more members to party\n")
        #expect(try run("join", "Cyborg").output == "Cyborg joined the party\n")
        let seventh = try run("join", "Aquaman")
        #expect(seventh.exitCode == 1)
        #expect(seventh.errorOutput == "Error: Unable to add more members to party\n")
        #expect(try run("party").output.hasSuffix("Default Team: 6 of 6\n"))
    }

    @Test("A hero who leaves can be replaced")
    func replacedHero() throws {
        try run("join", "Superman")
        #expect(try run("leave", "Superman").output == "Superman left the party\n")
        #expect(try run("party").output == "Default Team: 0 of 6\n")
        #expect(try run("leave", "Superman").errorOutput == "Error: Superman is not in the party\n")
    }

    @Test("A deleted hero is removed from the party")
    func aDeletedHeroIsGoneFromThePartyToo() throws {
        try run("join", "Superman")
        try run("join", "Cyborg")
        #expect(try run("delete", "Superman").output == "Deleted Superman\n")
        #expect(try run("party").output == "Cyborg  DC      Robot Beep Beep\nDefault Team: 1 of 6\n")
        #expect(try run("list").output.hasSuffix("heroes: 8\n"))
        #expect(try run("delete", "Superman").errorOutput == "Error: There is no hero called Superman\n")
    }

    @Test("An added hero is saved")
    func addedHero() throws {
        #expect(try run("add", "Batgirl", "Photographic Memory", "dc").output == "Added Batgirl\n")
        let batgirl = "Batgirl         DC      Photographic Memory\n"
        #expect(
            try run("list").output
                == Self.nineHeroes.replacing("Bruce Wayne", with: "\(batgirl)Bruce Wayne")
                .replacing("heroes: 9", with: "heroes: 10"))
        #expect(try run("add", "Nobody", "None", "elsewhere").exitCode == 64)
    }

    @Test("The default team is created once")
    func theDefaultTeamIsMadeOnce() throws {
        try run("party")
        try run("party")
        let text = try String(contentsOf: URL(filePath: store), encoding: .utf8)
        #expect(text.components(separatedBy: "Default Team").count == 2)
    }

    @Test("Teams are sorted, and there are at most ten")
    func teamsAreSortedAndThereAreTenAtMost() throws {
        try run("party")
        for name in ["X-Men", "Avengers", "JLA", "Titans", "Defenders", "Birds", "Outsiders", "Champions", "Thunder"] {
            #expect(try run("create-team", name).output == "Created \(name)\n")
        }
        let eleventh = try run("create-team", "Eleven")
        #expect(eleventh.exitCode == 1)
        #expect(eleventh.errorOutput == "Error: There can be at most 10 teams\n")
        #expect(try run("delete-team", "JLA").output == "Deleted JLA\n")
        #expect(try run("create-team", "Birds").errorOutput == "Error: Team 'Birds' already exists\n")
        try run("join", "Cyborg", "--team", "Titans")
        let teams = """
            Avengers (0)
            Birds (0)
            Champions (0)
            Default Team (0)
            Defenders (0)
            Outsiders (0)
            Thunder (0)
            Titans (1)
            X-Men (0)
            9 of 10 teams

            """
        #expect(try run("teams").output == teams)
    }

    @Test("Each team has its own party")
    func eachTeamHasAPartyOfItsOwn() throws {
        try run("create-team", "Titans")
        try run("join", "Cyborg", "--team", "Titans")
        #expect(
            try run("party", "--team", "Titans").output == "Cyborg  DC      Robot Beep Beep\nTitans: 1 of 6\n")
        #expect(try run("party").output == "Default Team: 0 of 6\n")
        #expect(try run("party", "--team", "None").errorOutput == "Error: There is no team called None\n")
        try run("delete-team", "Titans")
        #expect(try run("list").output.hasSuffix("heroes: 9\n"))
    }

    @Test("Listeners are notified of unsaved changes")
    func unsavedChanges() throws {
        let printed = try program.session(
            "interactive",
            lines: [
                "add Batgirl, Photographic Memory, dc", "join Batgirl", "open", "delete Superman", "leave Batgirl",
                "close", "delete Cyborg", "discard", "create Titans", "choose Titans", "join Cyborg", "delete Cyborg",
                "dissolve Titans", "delete Nobody",
            ])
        let expected = """
              [list 1] heroes: 9
              [party] Default Team, 0 of 6: nobody
              [teams] Default Team
            > add Batgirl, Photographic Memory, dc
              [list 1] heroes: 10; + Batgirl
            > join Batgirl
              [list 1] heroes: 10
              [party] Default Team, 1 of 6: Batgirl
              [teams] Default Team
            > open
              [list 2] heroes: 10
            > delete Superman
              [list 1] heroes: 9; - Superman
              [list 2] heroes: 9; - Superman
            > leave Batgirl
              [list 1] heroes: 9
              [list 2] heroes: 9
              [party] Default Team, 0 of 6: nobody
              [teams] Default Team
            > close
            > delete Cyborg
              [list 1] heroes: 8; - Cyborg
            > discard
              [list 1] heroes: 9; - Batgirl; + Cyborg; + Superman
              [teams] Default Team
            > create Titans
              [teams] Default Team, Titans
            > choose Titans
              [party] Titans, 0 of 6: nobody
            > join Cyborg
              [list 1] heroes: 9
              [teams] Default Team, Titans
              [party] Titans, 1 of 6: Cyborg
            > delete Cyborg
              [list 1] heroes: 8; - Cyborg
              [teams] Default Team, Titans
              [party] Titans, 0 of 6: nobody
            > dissolve Titans
              [party] Default Team, 0 of 6: nobody
              [teams] Default Team
            > delete Nobody
              There is no hero called Nobody
            """
        #expect(printed.joined(separator: "\n") == expected)
        // What was discarded is as it was saved, and the rest was saved at the end.
        #expect(try run("list").output.hasSuffix("heroes: 8\n"))
    }

    @Test("Unsaved changes are lost when the process ends")
    func whatIsNotSavedIsGoneWithTheProcess() throws {
        let printed = try program.session(
            "interactive", lines: ["add Batgirl, Memory, dc", "save", "add Joker, Laughing, dc", "quit"])
        #expect(printed.dropLast().last == "  [list 1] heroes: 11; + Joker")
        #expect(try run("list").output.hasSuffix("heroes: 10\n"))
        #expect(try run("delete", "Joker").errorOutput == "Error: There is no hero called Joker\n")
    }

    @Test("The party shows the chosen team")
    func aPartyFollowsTheTeamThatIsChosen() throws {
        try run("create-team", "Titans")
        try run("join", "Cyborg", "--team", "Titans")
        let printed = try program.session("interactive", lines: ["choose Titans", "choose Default Team"])
        #expect(
            printed.filter { $0.contains("[party]") } == [
                "  [party] Default Team, 0 of 6: nobody", "  [party] Titans, 1 of 6: Cyborg",
                "  [party] Default Team, 0 of 6: nobody",
            ])
    }

    @Test("A broken store is an error with its place, and is not changed")
    func brokenStore() throws {
        try run("list")
        let text = try String(contentsOf: URL(filePath: store), encoding: .utf8)
        let broken = text.replacingOccurrences(of: #""universe": 0}"#, with: #""universe": "zero"}"#)
        try Data(broken.utf8).write(to: URL(filePath: store))
        let outcome = try run("list")
        #expect(outcome.exitCode == 1)
        let line = try #require(
            broken.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("\"zero\"") })
        #expect(outcome.errorOutput.hasPrefix("Error: \(store):\(line + 1):"))
        #expect(try String(contentsOf: URL(filePath: store), encoding: .utf8) == broken)
    }
}
