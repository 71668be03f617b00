import Foundation
import TestSupport
import Testing

/// `modelgen store`, from the command line.
@Suite struct StoreCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["store", command, folder.path("heroes.json"), "--model", model] + arguments)
    }

    @Test("Objects are imported, queried, counted, and exported")
    func importsQueriesCountsAndExports() throws {
        let rows = try folder.write("name,universe\nBatman,dc\nHulk,marvel\nEve,x\n", to: "rows.csv")
        let imported = try run("import", rows, "--entity", "Superhero")
        #expect(imported.exitCode == 1)
        #expect(imported.output == "2 inserted, 0 updated, 1 rejected\n")
        #expect(
            imported.errorOutput
                == """
                \(rows):4: error: the field is neither a valid Integer 32 for 'universe' nor one of its cases: \
                marvel, dc

                """)
        let query = try run("query", "Superhero where universe == 1 sort name limit 10 columns id, name")
        #expect(query.exitCode == 0)
        #expect(query.output == "id  name\n--  ------\n 1  Batman\n")
        let plan = try run("query", "Superhero where name BEGINSWITH 'B' sort name limit 10", "--explain").output
        #expect(
            plan == """
                Superhero: scan 2 rows in 1 chunk
                Superhero: filter on columns: name BEGINSWITH "B"
                sort by name ascending
                take 10

                """)
        let database = folder.path("heroes.sqlite")
        _ = try tool.run(["store", "import", database, "--model", model, rows, "--entity", "Superhero"])
        let question = "Superhero where name BEGINSWITH 'O\\'B' sort name limit 10"
        #expect(
            try tool.run(["store", "query", database, question, "--explain"]).output == """
                Superhero: query the store
                sort by name ascending, in the store
                take 10, in the store
                SELECT t.Z_PK, t.Z_ENT, IFNULL(t.Z_OPT, 0), t.ZABILITIES, t.ZNAME, t.ZUNIVERSE
                FROM ZSUPERHERO t
                WHERE (t.ZNAME >= 'O''B' AND t.ZNAME < 'O''C' AND modelgen_begins(t.ZNAME, 'O''B', 0))
                ORDER BY t.ZNAME COLLATE modelgen_plain, t.Z_PK
                LIMIT 10;
                -- The store adds these to its own connections: modelgen_begins, modelgen_plain

                """)
        #expect(try run("query", "Superhero sort id desc columns id").output == "id\n--\n 2\n 1\n")
        #expect(try run("count", "Superhero").output == "2\n")
        #expect(
            try run("export", "Superhero", "--format", "csv").output
                == "id,abilities,name,universe,teams\r\n1,,Batman,dc,\r\n2,,Hulk,marvel,\r\n")
        #expect(
            try run("stats").output
                == "entity     objects\n---------  -------\nSuperhero        2\nTeam             0\n")
    }

    @Test("Exported objects can be imported again")
    func whatItExportsItImports() throws {
        let rows = try folder.write("name,universe\nBatman,dc\nHulk,marvel\nEve,7\n", to: "rows.csv")
        #expect(try run("import", rows, "--entity", "Superhero").exitCode == 0)
        let exported = try folder.write(run("export", "Superhero", "--format", "csv").output, to: "exported.csv")
        let copy = folder.path("copy.json")
        let arguments = ["--model", model, exported, "--entity", "Superhero"]
        #expect(try tool.run(["store", "import", copy] + arguments).output == "3 inserted, 0 updated, 0 rejected\n")
        #expect(
            try tool.run("store", "export", copy, "--model", model, "Superhero", "--format", "csv").output
                == String(contentsOfFile: exported, encoding: .utf8))
    }

    @Test("Queries can use enum cases, and warn of comparisons that are never true")
    func enumCases() throws {
        let rows = try folder.write("name,universe\nBatman,dc\nHulk,marvel\n", to: "rows.csv")
        #expect(try run("import", rows, "--entity", "Superhero").exitCode == 0)
        let known = try run("query", "Superhero where universe == 'dc' columns name, universe")
        #expect(known.output == "name    universe\n------  --------\nBatman  dc\n")
        #expect(known.errorOutput == "")
        #expect(
            try run("query", "Superhero columns universe", "--raw-values", "--format", "csv").output
                == "universe\r\n1\r\n0\r\n")
        let unknown = try run("count", "Superhero where universe == 'dcc'")
        #expect(unknown.exitCode == 0)
        #expect(unknown.output == "0\n")
        #expect(
            unknown.errorOutput == """
                modelgen: warning: in the query, column 17: 'dcc' is not a case of 'universe'; did you mean 'dc'?
                  Superhero where universe == 'dcc'
                                  ^

                """)
    }

    @Test(
        "A row with a conflict is rejected, and the others are imported",
        arguments: ["athletes.json", "athletes.sqlite"])
    func conflictsRejectTheirRowsOnly(_ name: String) throws {
        let model = SourceTree.folder("Models/Constructs/Fetching.xcdatamodeld").path(percentEncoded: false)
        let licence = "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA"
        let first = try folder.write("name,licence\nMo,\(licence)\nUsain,\n", to: "first.csv")
        let second = try folder.write("name,licence\nSifan,\nMo,\nFaith,\(licence)\nSifan,\n", to: "second.csv")
        func load(_ rows: String) throws -> BuiltProduct.Outcome {
            try tool.run("store", "import", folder.path(name), rows, "--model", model, "--entity", "Athlete")
        }
        #expect(try load(first).exitCode == 0)
        let outcome = try load(second)
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "1 inserted, 0 updated, 3 rejected\n")
        let names = "of 'name' and 'birthYear' must be unique together"
        #expect(
            outcome.errorOutput == """
                \(second):3: error: the values "Mo" and 0 \(names), but Athlete/p1 already has them
                \(second):4: error: the value "\(licence)" of 'licence' must be unique, but Athlete/p1 already has it
                \(second):5: error: the values "Sifan" and 0 \(names), but line 2 already has them

                """)
    }

    @Test(
        "The address of an unknown database is an error, and not the path of a file",
        arguments: ["mysql://me:secret@host/app", "postgresql:/host/app", "sqlite:///a.sqlite", "file:///a.json"])
    func unknownAddresses(_ address: String) throws {
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        let outcome = try tool.run(["store", "create", address, "--model", model], in: folder.url)
        #expect(outcome.exitCode == 64)
        let scheme = address.prefix { $0 != ":" }
        #expect(outcome.errorOutput.contains("the address '\(scheme):…' names no store"), "\(outcome.errorOutput)")
        #expect(!outcome.errorOutput.contains("secret"))
        #expect(try folder.names() == [])
    }

    @Test(
        "With `--atomic`, one invalid row prevents the import and leaves no store",
        arguments: ["new.json", "new.sqlite"])
    func strict(_ name: String) throws {
        let model = SourceTree.folder("Models/Constructs/Inheritance.xcdatamodeld").path(percentEncoded: false)
        let rows = try folder.write("[{\"name\": \"a\"},\n{\"name\": []},\n{\"name\": null}]", to: "rows.json")
        func load(_ arguments: String...) throws -> BuiltProduct.Outcome {
            try tool.run(["store", "import", folder.path(name), rows, "--model", model] + arguments)
        }
        let outcome = try load("--entity", "Driver", "--atomic")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "nothing saved, 2 rejected\n")
        #expect(
            outcome.errorOutput == """
                \(rows):2:1: error: the field is a list, not a valid String for 'name'
                \(rows):3:1: error: 'Driver.name' is required but has no value

                """)
        #expect(try load("--entity", "Divrer").exitCode == 64)
        let left = try folder.names()
        #expect(left == ["rows.json"])
    }

    @Test("Wrong input has its exit codes")
    func wrongInputHasItsExitCodes() throws {
        let missing = try run("query", "Superhero")
        try expectTranscript(missing, in: folder, at: "StoreCommand/Missing-store")
        let malformed = try run("query", "Superhero where name ==")
        try expectTranscript(malformed, in: folder, at: "StoreCommand/Malformed-query")
        let rows = try folder.write("[{\"name\": \"a\"}]", to: "rows.json")
        #expect(try run("import", rows, "--entity", "Superhero").exitCode == 0)
        let unknown = try run("query", "Superhero where nmae == 'x'")
        #expect(unknown.exitCode == 64)
        #expect(
            unknown.errorMessage == """
                modelgen: error: in the query, column 17: 'Superhero' has no property 'nmae'; did you mean 'name'?
                  Superhero where nmae == 'x'
                                  ^

                """)
        for (query, message, column) in [
            ("Superhero columns name, nmae", "'Superhero' has no property 'nmae'; did you mean 'name'?", 25),
            ("Superhero columns name, (", "the text ends unexpectedly", 26),
            ("Superhero sort by nmae", "'Superhero' has no property 'nmae'; did you mean 'name'?", 19),
            ("Superhero sort name, nmae desc", "'Superhero' has no property 'nmae'; did you mean 'name'?", 22),
            ("Superhero limit -1", "'-1' is less than 0; write an integer of at least 0", 17),
            (
                "Superhero where id > 1",
                "the number of an object, 'id', cannot be compared like this; compare it with an integer by == or !=, or "
                    + "with a list such as {1, 2} by IN", 17
            ),
        ] {
            let outcome = try run("query", query)
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.errorMessage.hasPrefix("modelgen: error: in the query, column \(column): \(message)"),
                "\(outcome.errorOutput)")
        }
        let failing = try run("count", "Superhero where name == 'a' AND universe / 0 == 1")
        try expectTranscript(failing, in: folder, at: "StoreCommand/Division-by-zero")
        let endless = try run("count", "Superhero where " + String(repeating: "(", count: 20_000))
        try expectTranscript(endless, in: folder, at: "StoreCommand/Endless-query")
    }

    @Test("Stores are opened with the model of the project")
    func theModelIsThatOfTheProject() throws {
        try folder.write("models: [\(model)]\n", to: "modelgen.yml")
        try folder.write("name,universe\nBatman,dc\n", to: "rows.csv")
        for arguments in [
            ["import", "heroes.json", "rows.csv", "--entity", "Superhero"],
            ["import", "heroes.sqlite", "rows.csv", "--entity", "Superhero"], ["count", "heroes.json", "Superhero"],
            ["check", "heroes.json"],
        ] {
            let outcome = try tool.run(["store"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 0, "\(arguments): \(outcome.errorOutput)")
        }
        let other = SourceTree.folder("Models/Hospital.xcdatamodeld").path(percentEncoded: false)
        try folder.write("models: [\(model), \(other)]\n", to: "modelgen.yml")
        let several = try tool.run("store", "import", "new.json", "rows.csv", "--entity", "Superhero", in: folder.url)
        #expect(several.exitCode == 64)
        #expect(
            several.errorMessage
                == "modelgen: error: modelgen.yml lists 2 models; specify the model of the store with --model\n")
        let models = SourceTree.folder("Models").path(percentEncoded: false)
        let ambiguous = try tool.run("store", "count", "heroes.json", "Superhero", "--model", models, in: folder.url)
        #expect(ambiguous.exitCode == 64)
    }

    @Test(
        "The version that matches the store is named, even if the model was found",
        arguments: [true, false])
    func matchingVersion(_ isFoundByConfiguration: Bool) throws {
        let contents = try String(contentsOfFile: model + "/Superheroes.xcdatamodel/contents", encoding: .utf8)
        let changed = contents.replacing("<attribute name=\"abilities\"", with: "<attribute name=\"powers\"")
        try folder.write(contents, to: "Models/Two.xcdatamodeld/Old.xcdatamodel/contents")
        try folder.write("name\nBatman\n", to: "rows.csv")
        let old = ["--model", "Models/Two.xcdatamodeld/Old.xcdatamodel"]
        let rows = ["rows.csv", "--entity", "Superhero"]
        let imported = try tool.run(["store", "import", "heroes.json"] + rows + old, in: folder.url)
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        try folder.write(changed, to: "Models/Two.xcdatamodeld/New.xcdatamodel/contents")
        try folder.writeCurrentVersion("New", of: "Models/Two.xcdatamodeld")
        if isFoundByConfiguration {
            try folder.write("models: [Models]\n", to: "modelgen.yml")
            // As a program wrote it before stores held their models.
            let text = try String(contentsOfFile: folder.path("heroes.json"), encoding: .utf8)
            try folder.write(text.withoutHeldModel, to: "heroes.json")
        }
        let outcome = try tool.run(
            ["store", "count", "heroes.json", "Superhero"] + (isFoundByConfiguration ? [] : ["--model", "Models"]),
            in: folder.url)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errorOutput.hasSuffix("; --model 'Models/Two.xcdatamodeld/Old.xcdatamodel' matches\n"),
            "\(outcome.errorOutput)")
    }

    @Test("The help of `store` is the expected text")
    func helpIsOfTheStore() throws {
        let help = try tool.help(of: ["store"])
        try expectTranscript(help, in: folder, at: "Help/store")
    }
}
