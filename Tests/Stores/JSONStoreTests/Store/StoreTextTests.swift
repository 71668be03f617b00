import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// What the file of a store looks like, to the byte.
struct StoreTextTests {
    @Test("A small store is written with one object a line")
    func aSmallStore() throws {
        let file = try StoreFile()
        try file.session { context in
            let bruce = Superhero(context: context)
            bruce.name = "Bruce Wayne"
            bruce.abilities = "Money"
            bruce.herouniverse = .dc
            let spider = Superhero(context: context)
            spider.name = "Spider-Man \"🕷\"\n"
            spider.setValue(nil, forKey: "universe")
            let team = Team(context: context)
            team.name = "Default Team"
            team.addToHeroes(bruce)
            try context.save()
        }
        let hashes = ManagedObjectModel.superheroes.entityVersionHashesByName
        let superhero = try #require(hashes["Superhero"]).description
        let team = try #require(hashes["Team"]).description
        #expect(
            try file.text == """
                {"format": "modelgen-store", "version": 1, "store": "00000000-0000-4000-8000-000000000001",
                 "model": {"name": "Superheroes", "hashes": {"Superhero": "\(superhero)", "Team": "\(team)"}},
                 "schema": ["model Superheroes",
                  "entity Superhero class Superhero",
                  " attribute abilities string optional",
                  " attribute name string optional",
                  " attribute universe integer32 optional default 0 info modelgen.enum Universe \
                info modelgen.enum.accessor herouniverse info modelgen.enum.cases \\"marvel = 0, dc = 1\\"",
                  " relationship teams optional many to Team inverse heroes",
                  "entity Team class Team",
                  " attribute name string optional",
                  " relationship heroes optional many to Superhero inverse teams"],
                 "metadata": {},
                 "entities": {
                  "Superhero": [
                   {"id": 1, "abilities": "Money", "name": "Bruce Wayne", "universe": 1, "teams": [1]},
                   {"id": 2, "name": "Spider-Man \\"🕷\\"\\n", "universe": null}
                  ],
                  "Team": [
                   {"id": 1, "name": "Default Team"}
                  ]}}

                """)
    }

    @Test("An empty store is written with its last numbers")
    func anEmptyStore() throws {
        let file = try StoreFile()
        try file.session { context in
            let team = Team(context: context)
            try context.save()
            context.delete(team)
            try context.save()
        }
        #expect(
            try file.text.hasSuffix(
                """
                 "metadata": {},
                 "lastIDs": {"Team": 1},
                 "entities": {
                  "Superhero": [],
                  "Team": []}}

                """))
    }

    @Test("An attribute named `id` is written beside the identity")
    func attributeNamedID() throws {
        let file = try StoreFile(.allTypes)
        let uuid = UUID()
        try file.session { context in
            let object = Identified(context: context)
            object.id = uuid
            object.memo = "transient, not stored"
            try context.save()
        }
        let line = try file.text.split(separator: "\n").first { $0.hasPrefix(#"   {"$id""#) }
        #expect(line == #"   {"$id": 1, "id": "\#(uuid.uuidString)"}"#)
        try file.session { context in
            let object = try #require(try context.all(Identified.self).first)
            #expect(object.id == uuid)
            #expect(object.memo == nil)
        }
    }

    @Test("STO-27 the same graph gives the same bytes, whatever the order it was made in")
    func sameGraphSameBytes() throws {
        func bytes(linkingBackwards: Bool) throws -> [UInt8] {
            let file = try StoreFile()
            try file.session { context in
                let heroes = (0..<5).map { _ in Superhero(context: context) }
                let teams = (0..<3).map { _ in Team(context: context) }
                if linkingBackwards {
                    for hero in heroes.reversed() { hero.teams = ToMany(teams.reversed()) }
                } else {
                    for team in teams { team.addToHeroes(heroes) }
                }
                try context.save()
            }
            return try file.bytes
        }
        #expect(try bytes(linkingBackwards: true) == bytes(linkingBackwards: false))
    }

    @Test("STO-27 saving what was read gives the same bytes")
    func rewriting() throws {
        let file = try StoreFile()
        try file.session { context in
            let team = Team(context: context)
            for number in 0..<20 {
                let hero = Superhero(context: context)
                hero.name = "\(number)"
                if number % 3 == 0 { team.addToHeroes(hero) }
            }
            try context.save()
        }
        let before = try file.bytes
        try file.session { context in
            let hero = try #require(try context.all(Superhero.self).first)
            hero.name = "another"
            try context.save()
            let line = #"{"sequence": 1, "update": {"Superhero": [{"id": 1, "name": "another"}]}, "#
            let lines = try file.journalText.split(separator: "\n")
            #expect(lines.count == 2 && lines[1].hasPrefix(line), "\(lines)")
            hero.name = "0"
            try context.save()
        }
        #expect(try file.bytes == before)
    }

    @Test("Metadata with unknown keys is kept")
    func metadataOfOthersIsKept() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Team(context: context)
            try context.save()
        }
        let metadata = #"{"author": "jane", "tags": ["a", {"b": [1.50, null]}]}"#
        try file.write(try file.text.replacing(#""metadata": {}"#, with: #""metadata": \#(metadata)"#))
        try file.session { context in
            _ = Team(context: context)
            try context.save()
        }
        #expect(try file.text.contains(metadata))
    }

    @Test("A handwritten file can be read and saved")
    func theFileMayBeWrittenByHand() throws {
        let file = try StoreFile()
        let hashes = try JSONEncoder().encode(
            ManagedObjectModel.superheroes.entityVersionHashesByName.mapValues(\.description))
        try file.write(
            """
            { "format" : "modelgen-store", "version":1,
              "store":"00000000-0000-4000-8000-000000000001","model":{"hashes":\(String(decoding: hashes, as: UTF8.self))},
              "entities":{"Team":[{"name":"\\u0041","id":7}],
                          "Superhero":[{"teams":[7],"id":5},{"id":2,"universe":1}]}}
            """)
        try file.session { context in
            let team = try #require(try context.all(Team.self).first)
            #expect(team.name == "A")
            #expect(team.heroes.map(\.objectID.number) == [5])
            #expect(try context.all(Superhero.self).map(\.universe) == [1, 0])
            let next = Superhero(context: context)
            try context.save()
            #expect(next.objectID.number == 6)
        }
    }
}
