import Foundation
import TestSupport
import Testing

/// The tutorial's app, run as a user would run it. Each command is a process of its own, so everything goes through
/// the store.
@Suite struct SuperheroesTests {
    private let folder: TemporaryFolder
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appending(path: "Heroes/Superheroes.json").path(percentEncoded: false)
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try BuiltProduct("superheroes").run(arguments + ["--store", store])
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
        9 heroes

        """

    @Test func theFirstRunCreatesNineHeroesAndTheSecondDoesNot() throws {
        #expect(try run("list").output == Self.nineHeroes)
        let bytes = try Data(contentsOf: URL(filePath: store))
        #expect(try run("list").output == Self.nineHeroes)
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    }

    @Test func theStoreIsJSONWithOneObjectALine() throws {
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

    @Test func aPartyTakesSixHeroesAndNoHeroTwice() throws {
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

    @Test func aHeroWhoLeavesMakesRoom() throws {
        try run("join", "Superman")
        #expect(try run("leave", "Superman").output == "Superman left the party\n")
        #expect(try run("party").output == "Default Team: 0 of 6\n")
        #expect(try run("leave", "Superman").errorOutput == "Error: Superman is not in the party\n")
    }

    @Test func aDeletedHeroIsGoneFromThePartyToo() throws {
        try run("join", "Superman")
        try run("join", "Cyborg")
        #expect(try run("delete", "Superman").output == "Deleted Superman\n")
        #expect(try run("party").output == "Cyborg  DC      Robot Beep Beep\nDefault Team: 1 of 6\n")
        #expect(try run("list").output.hasSuffix("8 heroes\n"))
        #expect(try run("delete", "Superman").errorOutput == "Error: There is no hero called Superman\n")
    }

    @Test func anAddedHeroIsThereAfterARestart() throws {
        #expect(try run("add", "Batgirl", "Photographic Memory", "dc").output == "Added Batgirl\n")
        #expect(try run("list").output.contains("Batgirl         DC      Photographic Memory\n"))
        #expect(try run("add", "Nobody", "None", "elsewhere").exitCode == 64)
    }

    @Test func theDefaultTeamIsMadeOnce() throws {
        try run("party")
        try run("party")
        let text = try String(contentsOf: URL(filePath: store), encoding: .utf8)
        #expect(text.components(separatedBy: "Default Team").count == 2)
    }

    @Test func aBrokenStoreIsAnErrorWithItsPlaceAndIsLeftAlone() throws {
        try run("list")
        let text = try String(contentsOf: URL(filePath: store), encoding: .utf8)
        let broken = text.replacingOccurrences(of: #""universe": 0}"#, with: #""universe": "zero"}"#)
        try Data(broken.utf8).write(to: URL(filePath: store))
        let outcome = try run("list")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.hasPrefix("Error: \(store):13:"))
        #expect(try String(contentsOf: URL(filePath: store), encoding: .utf8) == broken)
    }
}
