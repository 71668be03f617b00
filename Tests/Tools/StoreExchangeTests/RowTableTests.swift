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
        try ObjectQuery(text: text).table(in: context)
    }

    @Test("The columns of a table are aligned")
    func tablesAreAligned() throws {
        #expect(
            try table("Superhero").text(.text(width: nil)) == """
                id  abilities  name    universe
                --  ---------  ------  --------
                 1             Batman  dc
                 2                     marvel
                 3                     12

                """)
    }

    @Test("One long text does not fill the other lines with spaces")
    func longTexts() {
        let long = String(repeating: "x", count: 5_000)
        let table = RowTable(
            columnNames: ["a", "b"],
            rows: [[.text("1"), .text("2")], [.text(long), .text("3")], [.text("4"), .text("5")]])
        let lines = table.text(.text(width: nil)).split(separator: "\n")
        #expect(lines.map(\.count) == [83, 83, 83, 5_003, 83])
        #expect(lines[3] == long + "  3" && lines[4].hasSuffix("  5"))
    }

    @Test("CSV is quoted, and distinguishes `nil` from an empty string")
    func csvQuotes() throws {
        #expect(
            try table("Superhero columns id, name, teams.name").text(.csv)
                == "id,name,teams.name\r\n1,Batman,\"League, \"\"the\"\"\"\r\n2,,\r\n3,\"\",\r\n")
    }

    @Test("Texts that spreadsheets would run as formulas are escaped on request, and numbers are not")
    func csvForSpreadsheets() {
        let texts = ["=1+1", "+43 1 2", "-x", "@SUM(A1)", "\tx", "-5.20", "+1e3", "a=1", "'=1", "=\u{301}x"]
        let table = RowTable(columnNames: ["=name"], rows: texts.map { [.text($0)] } + [[.integer(-7)], [.null]])
        #expect(
            table.csv(forSpreadsheets: true).components(separatedBy: "\r\n")
                == [
                    "'=name", "'=1+1", "'+43 1 2", "'-x", "'@SUM(A1)", "'\tx", "-5.20", "+1e3", "a=1", "'=1",
                    "'=\u{301}x", "-7", "", "",
                ])
        #expect(table.text(.csv) == (["=name"] + texts + ["-7", "", ""]).joined(separator: "\r\n"))
    }

    @Test("Neither values nor headings can control a terminal")
    func controlCharactersAreShown() {
        let table = RowTable(
            columnNames: ["a\u{1B}]0;x\u{07}"],
            rows: [[.text("\u{1B}[31mred")], [.text("\u{9B}31m")], [.text("\u{202E}live")], [.text("a\nb\u{7F}")]])
        #expect(table.text(.text(width: nil)) == "a·]0;x·\n--------\n·[31mred\n·31m\n·live\na·b·\n")
    }

    @Test("JSON omits `nil`")
    func jsonLeavesOutWhatIsNil() throws {
        #expect(
            try table("Superhero sort universe desc, name columns name, teams, universe").text(.json) == """
                [
                {"name": "", "teams": [], "universe": 12},
                {"name": "Batman", "teams": [1], "universe": "dc"},
                {"teams": [], "universe": "marvel"}
                ]

                """)
        #expect(try table("Superhero where universe == 7").text(.json) == "[]\n")
        #expect(try table("Team columns name").text(.jsonl) == "{\"name\": \"League, \\\"the\\\"\"}\n")
    }

    @Test("Limits apply after sorting")
    func queriesAreLimitedAfterSorting() throws {
        #expect(try table("Superhero sort id desc limit 1 offset 1 columns id").rows == [[.integer(2)]])
        let repeated = try ObjectQuery(text: "Superhero sort name desc, universe, name, name nocase, universe desc")
        #expect(repeated.request(in: context).sortDescriptors.count == 3)
        #expect(try ObjectQuery(text: "Superhero where universe > 0").count(in: context) == 2)
    }

    @Test("The raw values of enums are shown on request")
    func storedValuesOfEnumsAreShownOnRequest() throws {
        var query = try ObjectQuery(text: "Superhero sort universe columns universe, teams.heroes.universe")
        #expect(
            try query.table(in: context).text(.csv) == "universe,teams.heroes.universe\r\nmarvel,\r\ndc,dc\r\n12,\r\n")
        query.showsRawValues = true
        #expect(try query.table(in: context).text(.csv) == "universe,teams.heroes.universe\r\n0,\r\n1,1\r\n12,\r\n")
    }

    @Test(
        "Queries can compare with enum cases",
        arguments: [
            ("universe == 'dc'", 1), ("'dc' == universe", 1), ("universe != 'dc'", 2),
            ("universe IN {'dc', 'marvel'}", 2),
            ("universe IN {'dc', 12}", 2), ("NOT (universe == 'marvel' OR universe == 12)", 1),
            ("ANY teams.heroes.universe == 'dc'", 1), ("universe BETWEEN {'marvel', 'dc'}", 2),
            ("SUBQUERY(teams, $team, ANY $team.heroes.universe == 'dc').@count == 1", 1), ("name == 'dc'", 0),
        ])
    func queriesKnowTheCasesOfEnums(_ condition: String, _ count: Int) throws {
        let query = try ObjectQuery(text: "Superhero where \(condition)")
        #expect(try query.count(in: context) == count)
        #expect(query.warnings(in: .superheroes).isEmpty)
    }

    @Test(
        "Enum cases are also known inside expressions",
        arguments: [
            ("FUNCTION('dc', 'uppercaseString') == name OR universe == 'dc'", 1),
            ("TERNARY(universe == 'dc', 1, 2) == 1", 1), ("TERNARY(universe == 'dc', 1, 2) + 1 == 2", 1),
            ("abs:(TERNARY(universe == 'dc', -1, 2)) == 1", 1),
            ("CAST(TERNARY(universe == 'dc', 1, 2), 'NSNumber') == 1", 1),
            ("-TERNARY(universe == 'dc', 1, 2) == -1", 1), ("TERNARY(universe == 'dc', 1, 2) IN {1}", 1),
            ("1 IN {TERNARY(universe == 'dc', 1, 2), 7}", 1),
            ("universe == TERNARY(name == 'Batman', 'dc', 'marvel')", 2),
        ])
    func expressionsInsideOfOthersKnowTheCasesToo(_ condition: String, _ count: Int) throws {
        let query = try ObjectQuery(text: "Superhero where \(condition)")
        #expect(try query.count(in: context) == count)
    }

    @Test("Columns can compare with enum cases")
    func columnsKnowTheCasesOfEnums() throws {
        #expect(
            try table(
                "Superhero sort id columns TERNARY(universe == 'dc', 'yes', 'no'), SUBQUERY(teams, $t, ANY "
                    + "$t.heroes.universe == 'dc').@count"
            ).rows == [
                [.text("yes"), .integer(1)], [.text("no"), .integer(0)], [.text("no"), .integer(0)],
            ])
    }

    @Test(
        "An unknown enum case inside an expression is a warning",
        arguments: [
            "state == 'opne'", "NOT (state == 'opne')", "TERNARY(state == 'opne', 1, 2) == 1",
            "1 + TERNARY(state == 'opne', 1, 2) == 2", "SUBQUERY(others, $o, $o.state == 'opne').@count > 0",
            "abs:(TERNARY(state == 'opne', 1, 2)) == 1",
        ])
    func unknownCases(_ condition: String) throws {
        let model = ManagedObjectModel(
            Model(
                name: "Tickets",
                entities: [
                    Entity(
                        name: "Ticket",
                        attributes: [
                            Attribute(
                                name: "state", type: .string, isOptional: true,
                                userInfo: ["modelgen.enum": "State", "modelgen.enum.cases": "open, closed"])
                        ],
                        relationships: [
                            Relationship(name: "others", isOptional: true, isToMany: true, destinationName: "Ticket")
                        ])
                ]))
        func warnings(_ query: String) throws -> [String] {
            try ObjectQuery(text: query).warnings(in: model).map(\.description)
        }
        for query in ["Ticket where \(condition)", "Ticket columns state, TERNARY(\(condition), 1, 2)"] {
            let name = condition.contains("$o.") ? "$o.state" : "state"
            let place = try #require(query.range(of: "\(name) == ")).lowerBound
            let column = query.distance(from: query.startIndex, to: place) + 1
            #expect(
                try warnings(query) == ["column \(column): 'opne' is not a case of '\(name)'; did you mean 'open'?"])
            #expect(try warnings(query.replacing("opne", with: "open")).isEmpty)
        }
    }

    @Test("A comparison that is never true is a warning")
    func whatCanNeverBeTrueIsAWarning() throws {
        let query = try ObjectQuery(text: "Superhero where name == 'a' OR universe == 'dcc'")
        #expect(try query.count(in: context) == 0)
        #expect(
            query.warnings(in: .superheroes).map(\.description) == [
                "column 32: 'dcc' is not a case of 'universe'; did you mean 'dc'?"
            ])
    }

    @Test("Unknown entities and properties in queries are errors")
    func unknownNamesAreErrors() {
        #expect(throws: FetchError.self) { try table("Hero") }
        #expect(throws: QueryError.self) { try table("Superhero where nmae == 1") }
        #expect(throws: QueryError.self) { try table("Superhero sort nmae") }
        #expect(throws: QueryError.self) { try table("Superhero columns nmae") }
    }

    @Test("Statistics count objects and values")
    func statisticsCountObjectsAndValues() throws {
        #expect(
            try StoreStatistics.entities(in: context).rows
                == [[.text("Superhero"), .integer(3)], [.text("Team"), .integer(1)]])
        let entity = try #require(ManagedObjectModel.superheroes.entitiesByName["Superhero"])
        #expect(
            try StoreStatistics.properties(of: entity, in: context).text(.csv) == """
                property,type,values,different,nil\r
                abilities,String,0,0,3\r
                name,String,2,2,1\r
                universe,Integer 32,3,3,0\r
                teams,Team,1,1,2\r

                """)
    }
}
