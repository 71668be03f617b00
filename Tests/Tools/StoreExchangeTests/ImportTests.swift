import Foundation
import ModelSchema
import ObjectGraph
import SampleModels
import StoreExchange
import Testing

struct ImportTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try PersistentContainer(model: .superheroes, store: .inMemory).newContext()
    }

    private func take(
        _ text: String, _ format: ImportFile.Format, mapping: String = "{}", of entity: String = "Superhero",
        in context: ManagedObjectContext? = nil
    ) throws -> RowImporter {
        let mapping = try ImportMapping(json: Array(mapping.utf8))
        let file = try ImportFile(Array(text.utf8), format: format, at: mapping.path)
        let importer = try RowImporter(entityNamed: entity, mapping: mapping, in: context ?? self.context)
        try importer.importRows(of: file)
        _ = try importer.save()
        return importer
    }

    @Test("A row of another entity of the model is rejected")
    func rowsOfOtherEntities() throws {
        let rows = #"[{"entity": "Team", "name": "A"}, {"entity": "Superhero", "name": "B"}, {"entity": "x"}]"#
        let importer = try take(rows, .json)
        #expect(
            importer.rejected == [
                RejectedRow(line: 1, column: 2, message: "the row is of the entity 'Team', not of 'Superhero'")
            ])
        #expect(importer.insertedCount == 2)
        let mapped = try take(
            #"[{"entity": "Team"}]"#, .json, mapping: #"{"properties": {"name": {"from": "entity"}}}"#)
        #expect(mapped.rejected == [], "the field means another property")
    }

    @Test("A row of an abstract entity is rejected")
    func rowsOfAbstractEntities() throws {
        let schema = Model(
            name: "Hierarchy",
            entities: [
                Entity(
                    name: "Base", isAbstract: true,
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)]),
                Entity(name: "Middle", isAbstract: true, parentName: "Base"),
                Entity(name: "Leaf", parentName: "Middle"),
            ])
        let container = try PersistentContainer(model: ManagedObjectModel(schema), store: .inMemory)
        let rows = """
            [{"entity": "Leaf", "name": "A"}, {"entity": "Base", "name": "B"}, {"entity": "Middle", "name": "C"},
             {"name": "D"}]
            """
        let importer = try take(rows, .json, of: "Base", in: container.newContext())
        #expect(
            importer.rejected.map(\.message)
                == ["Base", "Middle", "Base"].map { "'\($0)' is abstract; name another entity in the field 'entity'" })
        #expect(importer.insertedCount == 1)
    }

    @Test("A row with text instead of JSON in a transformable value is rejected")
    func textInsteadOfJSON() throws {
        let schema = Model(
            name: "Things",
            entities: [
                Entity(name: "Thing", attributes: [Attribute(name: "size", type: .transformable, isOptional: true)])
            ])
        let container = try PersistentContainer(model: ManagedObjectModel(schema), store: .inMemory)
        let rows = #"[{"size": {"json": "[1]"}}, {"size": {"json": "[1"}}, {"size": {"json": ""}}]"#
        let importer = try take(rows, .json, of: "Thing", in: container.newContext())
        let message = "the text of 'json' in 'size' is not JSON"
        #expect(importer.rejected.map(\.message) == [message, message])
        #expect(importer.insertedCount == 1)
    }

    private var heroes: [String] {
        get throws {
            var query = try ObjectQuery(text: "Superhero sort id columns name, universe, teams.name")
            query.showsRawValues = true
            return try query.table(in: context).rows.map { $0.map(\.text).joined(separator: "|") }
        }
    }

    @Test("CSV rows become objects")
    func csvRowsBecomeObjects() throws {
        let importer = try take(
            "name,universe,abilities\r\n\"Wayne, Bruce\",1,\r\n\r\nEve,marvel,\"two\nlines\"\n", .csv)
        #expect(importer.insertedCount == 2 && importer.rejected.isEmpty)
        #expect(try heroes == ["Wayne, Bruce|1|", "Eve|0|"])
    }

    @Test("Empty CSV fields are `nil`, and quoted ones are empty strings")
    func emptyFields() throws {
        _ = try take("name,abilities\n,\"\"\n", .csv)
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        #expect(hero.name == nil && hero.abilities == "")
    }

    @Test("Invalid rows are rejected with their line numbers")
    func badRowsAreRejectedWithTheirLines() throws {
        let importer = try take("name,universe\na,1\nb,x\n\"c\n\",9999999999\nd,2\n", .csv)
        #expect(importer.rejected.map(\.line) == [3, 4])
        #expect(
            importer.rejected[0].message == """
                the field is neither a valid Integer 32 for 'universe' nor one of its cases: marvel, dc
                """)
        #expect(try heroes == ["a|1|", "d|2|"])
        let file = try ImportFile(Array("a,b\n1\n2,3\n4,5,6\n".utf8), format: .csv)
        #expect(file.rejected.map(\.line) == [2, 4] && file.rows.map(\.line) == [3])
    }

    @Test("JSON rows can be nested in a file")
    func jsonRowsMayBeDeepInAFile() throws {
        let text = """
            {"version": [1, {"data": 0}], "data": {"heroes": [
              {"hero": "Batman", "publisher": "DC Comics"},
              7,
              {"hero": ["no"], "publisher": null}
            ]}}
            """
        let mapping = """
            {"at": "data.heroes", "properties": {"name": "hero",
             "universe": {"from": "publisher", "values": {"DC Comics": 1}}}}
            """
        let importer = try take(text, .json, mapping: mapping)
        #expect(try heroes == ["Batman|1|"])
        #expect(importer.rejected.map(\.line) == [3, 4])
        let file = try ImportFile(Array(text.utf8), format: .json, at: ["data", "heroes"])
        #expect(file.rejected == [RejectedRow(line: 3, column: 3, message: "a number is not a row; write an object")])
    }

    @Test("JSON Lines are read one by one")
    func jsonLinesAreReadOneByOne() throws {
        let file = try ImportFile(Array("{\"name\": \"a\"}\n\n{\"name\": \n[1]\n{\"name\": null}".utf8), format: .jsonl)
        #expect(file.rows.map(\.line) == [1, 5])
        #expect(file.rejected.map(\.line) == [3, 4])
    }

    @Test(
        "A byte order mark is not a part of the first row",
        arguments: [
            (ImportFile.Format.json, "[{\"name\": \"a\"}]"), (.jsonl, "{\"name\": \"a\"}\n"), (.csv, "name\na\n"),
            (.csv, "\"name\"\na\n"),
        ])
    func byteOrderMarks(_ format: ImportFile.Format, _ text: String) throws {
        let importer = try take("\u{FEFF}" + text, format, mapping: "\u{FEFF}{\"match\": [\"name\"]}")
        #expect(importer.rejected == [])
        #expect(try heroes == ["a|0|"])
    }

    @Test("Rows change existing objects that match")
    func objectsThatAreThereAreChanged() throws {
        let mapping = """
            {"match": "name", "properties": {"teams": {"match": "name", "create": true}}}
            """
        _ = try take(#"[{"name": "a", "teams": ["X", "Y"]}, {"name": "b", "teams": "X"}]"#, .json, mapping: mapping)
        let importer = try take(#"[{"name": "a", "universe": 1}, {"name": "c"}]"#, .json, mapping: mapping)
        #expect(importer.insertedCount == 1 && importer.updatedCount == 1)
        #expect(try heroes == ["a|1|X Y", "b|0|X", "c|0|"])
        #expect(try context.fetch(Team.fetchRequest()).count == 2)
    }

    @Test("A row with an unknown destination is rejected")
    func destinationsThatAreNotThereRejectTheRow() throws {
        let mapping = #"{"properties": {"teams": {"match": "name"}}}"#
        let importer = try take(#"[{"name": "a", "teams": ["X"]}]"#, .json, mapping: mapping)
        #expect(importer.rejected.map(\.message) == ["'teams' names an object of 'Team' that does not exist"])
        #expect(try heroes.isEmpty)
    }

    @Test("A row that fails validation is rejected")
    func rowsThatTheModelDoesNotAllowAreRejected() throws {
        let context = try PersistentContainer(model: .inheritance, store: .inMemory).newContext()
        // The name of a driver is required.
        let importer = try take(
            #"[{"name": "a"}, {"name": null}, {"name": "c"}]"#, .json, of: "Driver", in: context)
        #expect(importer.insertedCount == 2)
        #expect(importer.rejected.map(\.line) == [1])
        #expect(try context.count(for: FetchRequest<Driver>()) == 2)
    }

    @Test("A row with a conflict is rejected, and the others are imported")
    func conflicts() throws {
        let context = try PersistentContainer(model: .fetching, store: .inMemory).newContext()
        let athletes = "name,birthYear\nMo,1983\nUsain,1986\nMo,1983\nMo,1990\nMo,1983\n"
        let importer = try take(athletes, .csv, of: "Athlete", in: context)
        let reason = "the values \"Mo\" and 1983 of 'name' and 'birthYear' must be unique together, but"
        #expect(
            importer.rejected == [4, 6].map { RejectedRow(line: $0, message: "\(reason) line 2 already has them") })
        #expect(importer.insertedCount == 3)
        let again = try take("name,birthYear\nMo,1990\nSifan,1993\n", .csv, of: "Athlete", in: context)
        let owner = try #require(try context.fetch(FetchRequest<Athlete>()).first { $0.birthYear == 1990 })
        let holder = owner.objectID
        let taken = "the values \"Mo\" and 1990 of 'name' and 'birthYear' must be unique together"
        #expect(
            again.rejected == [RejectedRow(line: 2, message: "\(taken), but \(holder) already has them")])
        #expect(try context.count(for: FetchRequest<Athlete>()) == 4)
    }

    @Test("Conflicts of constraints with relationships are found")
    func conflictsOverRelationshipsAreFound() throws {
        let context = try PersistentContainer(model: .fetching, store: .inMemory).newContext()
        let mapping = #"{"properties": {"athlete": {"match": "name", "create": true}}}"#
        let runs = """
            title,startedAt,athlete
            a,2020-01-01,Mo
            b,2020-01-01,Usain
            c,2020-01-01,Mo
            d,x,Sifan
            e,2020-01-02,Mo

            """
        let importer = try take(runs, .csv, mapping: mapping, of: "Run", in: context)
        let values = #"the values a new 'Athlete' and "2020-01-01T00:00:00Z" of 'athlete' and 'startedAt'"#
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 4, message: "\(values) must be unique together, but line 2 already has them"),
                RejectedRow(
                    line: 5,
                    message: "the field is not a valid Date for 'startedAt'; write a day, such as 2020-01-31, or a "
                        + "time with its zone, such as 2020-01-31T12:00:00Z"),
            ])
        #expect(importer.insertedCount == 3)
        #expect(
            try ObjectQuery(text: "Athlete sort name columns name").table(in: context).rows
                == [[.text("Mo")], [.text("Usain")]])
    }

    @Test("A change that fails validation is rejected")
    func changes() throws {
        let context = try people(#"[{"code": 1, "name": "a"}, {"code": 2, "name": "b"}]"#)
        let importer = try take(
            """
            [{"code": 1, "name": "z"},
             {"code": 2, "name": null},
             {"code": 3, "name": "c"}]
            """, .json,
            mapping: #"{"match": "code"}"#, of: "Person", in: context)
        #expect(
            importer.rejected == [
                RejectedRow(line: 2, column: 2, message: "'Person.name' is required but has no value")
            ])
        #expect(importer.insertedCount == 1 && importer.updatedCount == 1)
        #expect(try names(in: context) == ["1 z", "2 b", "3 c"])
    }

    @Test("Digits out of range are not read as infinity or zero", arguments: [AttributeType.double, .float])
    func numbersOutOfRange(type: AttributeType) throws {
        let model = Model(
            name: "M", entities: [Entity(name: "E", attributes: [Attribute(name: "n", type: type, isOptional: true)])])
        let context = try PersistentContainer(model: ManagedObjectModel(model), store: .inMemory).newContext()
        let importer = try take("n\n1e400\n-1e400\ninf\n-infinity\n1e3\n", .csv, of: "E", in: context)
        #expect(importer.rejected.map(\.line) == [2, 3] && importer.insertedCount == 3)
        let rows = [
            "1e-400", "-0.1E-399", "0x1p-2000", "0x0.ep-2000", "0e400", "-0.0", "0x0p-1", "000",
            type == .float ? "1e-45" : "5e-324",
        ]
        let small = try take("n\n" + rows.joined(separator: "\n"), .csv, of: "E", in: context)
        #expect(small.rejected.map(\.line) == [2, 3, 4, 5] && small.insertedCount == 5)
        let numbers = try take(#"[{"n": 1e-400}, {"n": 0.0e-9}]"#, .json, of: "E", in: context)
        #expect(numbers.rejected.count == 1 && numbers.insertedCount == 1)
    }

    @Test("A URI that a store would write as another text is rejected")
    func otherTextsOfURIs() throws {
        let model = Model(
            name: "M", entities: [Entity(name: "E", attributes: [Attribute(name: "u", type: .uri, isOptional: true)])])
        let context = try PersistentContainer(model: ManagedObjectModel(model), store: .inMemory).newContext()
        let rows = [
            "http://example.com/a b", "http://bücher.example/", "50%", "http://example.com/a%20b", "relative",
        ]
        let importer = try take("u\n" + rows.joined(separator: "\n"), .csv, of: "E", in: context)
        let message = "the field is not a valid URI for 'u'; percent-encode spaces and characters beyond ASCII"
        #expect(importer.rejected == (2...4).map { RejectedRow(line: $0, message: message) })
        #expect(importer.insertedCount == 2)
    }

    private static let missing = "names an object of 'Person' that does not exist"

    @Test(
        "Of rows that contradict each other about a relationship, the later one is rejected with both lines",
        arguments: [
            // A row that points to a rejected one is rejected, too.
            (["1,2,,", "2,3,,", "3,,,"], [3: "'partner' contradicts 'partner' of line 2", 2: "'partner' \(missing)"]),
            (["1,3,,", "2,3,,", "3,,,"], [3: "'partner' contradicts 'partner' of line 2"]),
            (
                ["1,,,2 3", "2,,,3", "3,,,"],
                [3: "'children' contradicts 'children' of line 2", 2: "'children' \(missing)"]
            ),
            (
                ["1,,,2", "2,,3,", "3,,,"],
                [3: "'parent' contradicts 'children' of line 2", 2: "'children' \(missing)"]
            ),
            (["1,2,,", "2,1,,", "3,3,,"], [:]), (["1,2,,", "2,,,", "3,,,"], [:]), (["1,,,2 3", "2,,1,", "3,,1,"], [:]),
            (["1,,,2 3", "2,,,", "3,,,"], [:]), (["1,,,", "2,,1,", "3,,1,"], [:]),
        ] as [([String], [Int: String])])
    func contradictions(_ rows: [String], _ reasons: [Int: String]) throws {
        let person = Entity(
            name: "Person",
            relationships: [
                Relationship(name: "partner", isOptional: true, destinationName: "Person", inverseName: "partner"),
                Relationship(name: "parent", isOptional: true, destinationName: "Person", inverseName: "children"),
                Relationship(
                    name: "children", isOptional: true, isToMany: true, destinationName: "Person", inverseName: "parent"
                ),
            ])
        let model = ManagedObjectModel(Model(name: "People", entities: [person]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let importer = try take(
            (["id,partner,parent,children"] + rows).joined(separator: "\n") + "\n", .csv, of: "Person", in: context)
        let found = importer.rejected.map { ($0.line, String($0.message.prefix { $0 != "," })) }
        #expect(Dictionary(uniqueKeysWithValues: found) == reasons)
        #expect(importer.insertedCount == rows.count - reasons.count)
    }

    @Test("Of many rows that follow one another, or name the same partner, each is rejected with its reason")
    func manyRejections() throws {
        let person = Entity(
            name: "Person",
            attributes: [Attribute(name: "age", type: .integer32, isOptional: true)],
            relationships: [
                Relationship(name: "next", isOptional: true, destinationName: "Person", inverseName: "last"),
                Relationship(name: "last", isOptional: true, destinationName: "Person", inverseName: "next"),
            ])
        let model = ManagedObjectModel(Model(name: "People", entities: [person]))
        let count = 2_000
        let chain = (1...count).map { "\($0),\($0 < count ? "\($0 + 1)" : ""),\($0 == count ? "x" : "1")" }
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let importer = try take(
            (["id,next,age"] + chain).joined(separator: "\n") + "\n", .csv, of: "Person", in: context)
        #expect(importer.insertedCount == 0)
        #expect(importer.rejected.map(\.message).filter { $0 == "'next' \(Self.missing)" }.count == count - 1)
        let same = (1...count).map { "\($0),\($0 == 1 ? "" : "1")," }
        let again = try take(
            (["id,next,age"] + same).joined(separator: "\n") + "\n", .csv, of: "Person",
            in: PersistentContainer(model: model, store: .inMemory).newContext())
        #expect(again.insertedCount == 2)
        #expect(again.rejected.map(\.line) == Array(4...count + 1))
        #expect(again.rejected.allSatisfy { $0.message.hasPrefix("'next' contradicts 'next' of line 3") })
    }

    @Test("A row whose values are those of several objects is rejected, rather than change any of them")
    func ambiguousMatches() throws {
        let context = try people(#"[{"code": 1, "name": "a"}, {"code": 1, "name": "b"}, {"code": 2, "name": "c"}]"#)
        let importer = try take(
            #"[{"code": 1, "name": "y"}, {"code": 2, "name": "z"}]"#, .json, mapping: #"{"match": "code"}"#,
            of: "Person", in: context)
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 1, column: 2,
                    message: "2 objects of 'Person' have 'code' 1; match by attributes that identify one object")
            ])
        #expect(try names(in: context) == ["1 a", "1 b", "2 z"])
    }

    @Test("Null in a list of destinations is rejected, rather than lead to an object without a value")
    func nullDestinations() throws {
        for create in [false, true] {
            let context = try people(#"[{"name": "z"}]"#)
            let importer = try take(
                #"[{"name": "a", "boss": [null]}, {"name": "b", "boss": null}, {"name": "c", "boss": []}]"#, .json,
                mapping: #"{"properties": {"boss": {"match": "code", "create": \#(create)}}}"#, of: "Person",
                in: context)
            #expect(
                importer.rejected == [
                    RejectedRow(
                        line: 1, column: 2, message: "null in a list names no object of 'Person'; leave it out")
                ])
            #expect(importer.insertedCount == 2)
            let bosses = try context.fetch(FetchRequest<ManagedObject>(entityName: "Person")).compactMap {
                $0.value(forKey: "boss")
            }
            #expect(bosses.isEmpty)
        }
    }

    @Test("Rows match objects by infinite numbers", arguments: [AttributeType.double, .float])
    func rowsFindObjectsByInfiniteNumbers(_ type: AttributeType) throws {
        let entity = Entity(
            name: "Reading", attributes: [Attribute(name: "limit", type: type), Attribute(name: "name", type: .string)])
        let model = ManagedObjectModel(Model(name: "Readings", entities: [entity]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        #expect(try take("limit,name\ninf,a\n-inf,b\n1,c\n", .csv, of: "Reading", in: context).insertedCount == 3)
        let importer = try take(
            "limit,name\n-inf,y\ninf,x\n1,z\n", .csv, mapping: #"{"match": "limit"}"#, of: "Reading", in: context)
        #expect(importer.insertedCount == 0 && importer.updatedCount == 3)
        let table = try ObjectQuery(text: "Reading sort id columns name").table(in: context)
        #expect(table.rows == [[.text("x")], [.text("y")], [.text("z")]])
    }

    // MARK: Rows that lead to one another

    /// A context of people who have a code, a name that no other has, and a boss.
    private func people(_ rows: String) throws -> ManagedObjectContext {
        let person = Entity(
            name: "Person",
            attributes: [
                Attribute(name: "code", type: .integer64, isOptional: true), Attribute(name: "name", type: .string),
            ],
            relationships: [
                Relationship(
                    name: "boss", isOptional: true, destinationName: "Person", inverseName: "staff"),
                Relationship(
                    name: "staff", isOptional: true, isToMany: true, destinationName: "Person", inverseName: "boss"),
            ], uniquenessConstraints: [UniquenessConstraint(["name"])])
        let model = ManagedObjectModel(Model(name: "People", entities: [person]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        #expect(try take(rows, .json, of: "Person", in: context).rejected.isEmpty)
        return context
    }

    private func names(in context: ManagedObjectContext) throws -> [String] {
        try ObjectQuery(text: "Person sort code columns code, name").table(in: context).rows
            .map { $0.map(\.text).joined(separator: " ") }
    }

    private func bosses(in context: ManagedObjectContext) throws -> [String] {
        try ObjectQuery(text: "Person sort name columns name, boss.name").table(in: context).rows
            .map { $0.map(\.text).joined(separator: " < ") }
    }

    @Test("Rows match objects that earlier rows have inserted or referred to")
    func objectsOfEarlierRows() throws {
        let context = try people(#"[{"name": "z"}]"#)
        let importer = try take(
            """
            [{"name": "a", "boss": "b"},
             {"name": "c", "boss": "a"},
             {"name": "b", "boss": "z"},
             {"name": "d", "boss": "d"}]
            """, .json,
            mapping: #"{"match": "name", "properties": {"boss": {"match": "name", "create": true}}}"#, of: "Person",
            in: context)
        #expect(importer.rejected.isEmpty && importer.insertedCount == 4)
        #expect(try bosses(in: context) == ["a < b", "b < z", "c < a", "d < d", "z < "])
    }

    @Test("Rows find the objects of earlier rows as destinations, without inserting any")
    func destinations() throws {
        let context = try people(#"[{"name": "z"}]"#)
        let importer = try take(
            """
            [{"name": "a", "boss": "z"},
             {"name": "b", "boss": "a"},
             {"name": "c", "boss": "x"}]
            """, .json, mapping: #"{"properties": {"boss": {"match": "name"}}}"#, of: "Person", in: context)
        #expect(importer.rejected.map(\.line) == [3] && importer.insertedCount == 2)
        #expect(try bosses(in: context) == ["a < z", "b < a", "z < "])
    }

    @Test("A row finds an object by a name that an earlier row has changed")
    func changedNames() throws {
        let context = try people(#"[{"code": 1, "name": "a"}, {"code": 2, "name": "b"}]"#)
        let importer = try take(
            """
            [{"code": 2, "name": "b", "boss": "a"},
             {"code": 1, "name": "z"},
             {"code": 3, "name": "c", "boss": "z"},
             {"code": 4, "name": "d", "boss": "a"}]
            """, .json, mapping: #"{"match": "code", "properties": {"boss": {"match": "name"}}}"#, of: "Person",
            in: context)
        #expect(importer.rejected.map(\.line) == [4])
        #expect(try bosses(in: context) == ["b < z", "c < z", "z < "])
    }

    @Test("Rows cannot refer to new objects by number")
    func newObjectsHaveNoNumbersThatRowsCouldMean() throws {
        let context = try people(#"[{"name": "a"}, {"name": "b"}]"#)
        let importer = try RowImporter(entityNamed: "Person", mapping: ImportMapping(), in: context)
        func take(_ row: String) throws { try importer.importRows(of: ImportFile(Array(row.utf8), format: .jsonl)) }
        try take(#"{"name": "c"}"#)
        let temporary = try #require(context.insertedObjects.first).objectID.number
        #expect(temporary > 2)
        try take(#"{"name": "d", "boss": \#(temporary)}"#)
        try take(#"{"name": "e", "boss": 2}"#)
        #expect(try importer.save())
        #expect(importer.rejected.map(\.message) == ["'boss' names an object of 'Person' that does not exist"])
        #expect(try bosses(in: context) == ["a < ", "b < ", "c < ", "e < b"])
    }

    // MARK: Values that must be unique

    @Test("Objects can exchange unique values while another row is rejected")
    func exchangedValues() throws {
        let context = try people(
            #"[{"code": 1, "name": "a"}, {"code": 2, "name": "b"}, {"code": 3, "name": "c"}]"#)
        let importer = try take(
            """
            [{"code": 1, "name": "b"},
             {"code": 2, "name": "a"},
             {"code": 4, "name": "c"}]
            """, .json, mapping: #"{"match": "code"}"#, of: "Person", in: context)
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 3, column: 2,
                    message: "the value \"c\" of 'name' must be unique, but Person/p3 already has it")
            ])
        #expect(try names(in: context) == ["1 b", "2 a", "3 c"])
    }

    @Test("Of several rows for an object, the one with the conflict is rejected")
    func severalRows() throws {
        let context = try people("[]")
        let importer = try take(
            """
            [{"code": 1, "name": "a"},
             {"code": 2, "name": "b"},
             {"code": 2, "name": "a"},
             {"code": 2, "boss": null},
             {"code": 1, "name": "a"}]
            """, .json, mapping: #"{"match": "code"}"#, of: "Person", in: context)
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 3, column: 2,
                    message: "the value \"a\" of 'name' must be unique, but line 1, column 2 already has it")
            ])
        #expect(try names(in: context) == ["1 a", "2 b"])
    }

    @Test("A value that a rejected row would have released is still in use")
    func releasedValues() throws {
        let context = try people(#"[{"code": 1, "name": "a"}, {"code": 2, "name": "b"}]"#)
        let importer = try take(
            """
            [{"code": 1, "name": "b"},
             {"code": 3, "name": "a"}]
            """, .json, mapping: #"{"match": "code"}"#, of: "Person", in: context)
        #expect(importer.rejected.map(\.line) == [1, 2])
        #expect(try names(in: context) == ["1 a", "2 b"])
    }

    @Test("A strict import lists all reasons and saves nothing")
    func strict() throws {
        let context = try people(#"[{"code": 1, "name": "a"}]"#)
        let file = try ImportFile(
            Array(
                """
                [{"code": "x", "name": "b"},
                 7,
                 {"code": 2},
                 {"code": 3, "name": "a"},
                 {"code": 4, "name": "d"}]
                """.utf8), format: .json)
        let importer = try RowImporter(entityNamed: "Person", mapping: ImportMapping(), in: context)
        try importer.importRows(of: file)
        #expect(try !importer.save(isAtomic: true))
        #expect(
            importer.rejected == [
                RejectedRow(
                    line: 1, column: 2,
                    message: "the field is not a valid Integer 64 for 'code'; write an integer from "
                        + "-9223372036854775808 to 9223372036854775807"),
                RejectedRow(line: 2, column: 2, message: "a number is not a row; write an object"),
                RejectedRow(line: 3, column: 2, message: "'Person.name' is required but has no value"),
                RejectedRow(
                    line: 4, column: 2,
                    message: "the value \"a\" of 'name' must be unique, but Person/p1 already has it"),
            ])
        context.rollback()
        #expect(try names(in: context) == ["1 a"])
    }

    @Test(
        "A mapping that does not fit the model is an error",
        arguments: [
            #"{"match": ["nmae"]}"#, #"{"properties": {"nmae": "x"}}"#, #"{"match": "teams"}"#, #"{"mtach": []}"#,
            #"{"properties": {"name": {"form": "x"}}}"#, "[]", "{", #"{"at": 1}"#,
            #"{"properties": {"name": {"create": 1}}}"#,
        ])
    func mappingsThatDoNotFitAreErrors(_ mapping: String) {
        #expect(throws: ImportError.self) { try take("[]", .json, mapping: mapping) }
    }

    @Test(
        "Invalid JSON is an error with its place",
        arguments: [
            (
                "{}",
                "line 1, column 1: the rows are an object, not an array; specify the array with \"at\" in the mapping"
            ),
            ("null", "line 1, column 1: the rows are null, not an array; specify the array with \"at\" in the mapping"),
            ("name,universe\n", "line 1, column 1: unknown word"),
            ("[", "line 1, column 2: the text ends unexpectedly"), ("[1,]", "line 1, column 4: unexpected ']'"),
            ("[{\"a\":", "line 1, column 7: the text ends unexpectedly"),
        ])
    func jsonThatIsNoneIsAnErrorWithItsPlace(_ text: String, _ message: String) {
        let error = #expect(throws: ImportError.self) { try take(text, .json) }
        #expect(error?.description == message)
    }

    @Test("Invalid CSV is an error", arguments: ["", "a,a\n1,2", "a\n\"x", "a\n\"x\"y\n"])
    func csvThatIsNoneIsAnError(_ text: String) {
        #expect(throws: ImportError.self) { try ImportFile(Array(text.utf8), format: .csv) }
    }

    @Test("Text that is not UTF-8 is an error, rather than other text", arguments: ["caf", "\"caf"])
    func otherEncodings(_ field: String) {
        let bytes = Array("name\na\n\(field)".utf8) + [0xE9] + Array((field.first == "\"" ? "\"\n" : "\n").utf8)
        let error = #expect(throws: ImportError.self) { try ImportFile(bytes, format: .csv) }
        #expect(error?.line == 3)
    }

    @Test(
        "A row without the value that identifies its object is rejected",
        arguments: [#"{"universe": 2}"#, #"{"name": null}"#])
    func missingIdentities(_ row: String) throws {
        _ = try take(#"[{"name": null, "universe": 1}, {"name": "a"}]"#, .json)
        let importer = try take("[\(row), {\"name\": \"a\", \"universe\": 3}]", .json, mapping: #"{"match": ["name"]}"#)
        #expect(
            importer.rejected.map(\.message) == [
                "the row has no value for 'name', which identifies its object; add one"
            ])
        #expect(importer.updatedCount == 1 && importer.insertedCount == 0)
        #expect(try heroes == ["|1|", "a|3|"])
    }

    @Test("A row of which no field is a property is rejected")
    func strangeRows() throws {
        let importer = try take("nane;universe\na;1\n", .csv)
        #expect(
            importer.rejected.map(\.message) == [
                "no field of the row is a property of 'Superhero'; separate the fields by commas"
            ])
        #expect(try take(#"[{"other": 1}, {}, {"id": 7}]"#, .json).rejected.map(\.line) == [1])
        #expect(try heroes.count == 2)
    }

    @Test("An object with two values for a key is an error")
    func repeatedKeys() throws {
        for (text, mapping, column) in [
            (#"[{"name": "a", "name": "b"}]"#, "{}", 16),
            (#"{"a": {"b": [{"name": "a"}], "b": [{"name": "b"}]}}"#, #"{"at": "a.b"}"#, 30),
            (#"{"a": {"b": []}, "c": 1, "c": 2, "a": {"b": [{"name": "b"}]}}"#, #"{"at": "a.b"}"#, 34),
        ] {
            let error = #expect(throws: ImportError.self) { try take(text, .json, mapping: mapping) }
            #expect(error?.message.hasPrefix("the object has two values for") == true)
            #expect(error?.line == 1 && error?.column == column, "\(String(describing: error))")
        }
        let importer = try take("{\"name\": \"a\", \"name\": \"b\"}\n{\"name\": \"c\"}\n", .jsonl)
        #expect(
            importer.rejected == [
                RejectedRow(line: 1, column: 15, message: "the object has two values for 'name'")
            ])
        #expect(try heroes == ["c|0|"])
    }

    @Test("Unknown entities and fields are named with the nearest ones")
    func unknownEntitiesAndFieldsAreNamed() throws {
        let error = #expect(throws: ImportError.self) { try take("[]", .json, of: "Superhro") }
        #expect(error?.message == "the model 'Superheroes' has no entity 'Superhro'; did you mean 'Superhero'?")
        let importer = try take("[]", .json)
        let file = try ImportFile(Array("nmae,id,name,xyz\na,1,b,c\n".utf8), format: .csv)
        #expect(importer.unusedFields(in: file).map(\.name) == ["nmae", "xyz"])
        #expect(importer.unusedFields(in: file).first?.nearest == "name")
    }
}
