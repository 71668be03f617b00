import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreExchange
import Testing

struct RowTableTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try PersistentContainer(model: .superheroes, store: .inMemory).newContext()
        let league = Team(context: context)
        league.name = "League, \"the\""
        for (name, universe) in [("Batman", 1), (nil, 0), ("", 12)] as [(String?, Int32)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.universe = universe
            if universe == 1 { hero.teams = [league] }
        }
        try context.save()
    }

    private func table(_ text: String) throws -> RowTable {
        try StoreQuery(text: text).table(in: context)
    }

    @Test func tablesAreAligned() throws {
        #expect(
            try table("Superhero").text == """
                id  abilities  name    universe
                --  ---------  ------  --------
                 1             Batman         1
                 2                            0
                 3                           12

                """)
    }

    @Test func csvQuotesAndTellsNilFromEmptyText() throws {
        #expect(
            try table("Superhero columns id, name, teams.name").csv
                == "id,name,teams.name\r\n1,Batman,\"League, \"\"the\"\"\"\r\n2,,\r\n3,\"\",\r\n")
    }

    @Test func jsonLeavesOutWhatIsNil() throws {
        #expect(
            try table("Superhero sort universe desc, name columns name, teams, universe").json == """
                [
                {"name": "", "teams": [], "universe": 12},
                {"name": "Batman", "teams": [1], "universe": 1},
                {"teams": [], "universe": 0}
                ]

                """)
        #expect(try table("Superhero where universe == 7").json == "[]\n")
        #expect(try table("Team columns name").jsonLines == "{\"name\": \"League, \\\"the\\\"\"}\n")
    }

    @Test func queriesAreLimitedAfterSorting() throws {
        #expect(try table("Superhero sort id desc limit 1 offset 1 columns id").rows == [[.integer(2)]])
        #expect(try StoreQuery(text: "Superhero where universe > 0").count(in: context) == 2)
    }

    @Test func unknownNamesAreErrors() {
        #expect(throws: FetchError.self) { try table("Hero") }
        #expect(throws: QueryError.self) { try table("Superhero where nmae == 1") }
        #expect(throws: QueryError.self) { try table("Superhero sort nmae") }
        #expect(throws: QueryError.self) { try table("Superhero columns nmae") }
    }

    @Test func statisticsCountObjectsAndValues() throws {
        #expect(
            try StoreStatistics.entities(in: context).rows
                == [[.text("Superhero"), .integer(3)], [.text("Team"), .integer(1)]])
        let entity = try #require(ManagedObjectModel.superheroes.entitiesByName["Superhero"])
        #expect(
            try StoreStatistics.properties(of: entity, in: context).csv == """
                property,type,values,different,nil\r
                abilities,String,0,0,3\r
                name,String,2,2,1\r
                universe,Integer 32,3,3,0\r
                teams,Team,1,1,2\r

                """)
    }
}
