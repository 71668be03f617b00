import Foundation
import TestSupport
import Testing

/// `--format` is the form of what a command prints, in every command. The form of what it reads is told by the ending
/// of the file, or by `--input-format`.
@Suite struct FormatTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome { try tool.run(arguments, in: folder.url) }

    private func makeStore() throws {
        try folder.write("name,universe\nBatman,dc\nHulk,marvel\n", to: "rows.csv")
        let outcome = try run("store", "import", "h.json", "rows.csv", "--entity", "Superhero", "--model", model)
        #expect(outcome.exitCode == 0)
    }

    @Test("The extension of the output file chooses the form, and --format overrides it")
    func outputFile() throws {
        try makeStore()
        func text(_ name: String, _ arguments: String...) throws -> String {
            #expect(try tool.run(arguments + ["-o", name], in: folder.url).exitCode == 0)
            return try String(contentsOfFile: folder.path(name), encoding: .utf8)
        }
        #expect(try text("a.yaml", "dump", model).hasPrefix("format: "))
        #expect(try text("b.json", "dump", model).hasPrefix("{"))
        #expect(try text("c.yaml", "dump", model, "--format", "json").hasPrefix("{"))
        #expect(try text("d.json", "convert", model).hasPrefix("{\n  \"model\": \"Superheroes\""))
        #expect(try text("e.yaml", "convert", model).hasPrefix("model: Superheroes"))
        #expect(try text("f.csv", "store", "query", "h.json", "Superhero columns name") == "name\r\nBatman\r\nHulk\r\n")
        #expect(try text("g.json", "store", "count", "h.json", "Superhero") == "{\"count\": 2}\n")
        #expect(try text("h.plist", "version", "hashes", model).hasPrefix("<?xml"))
        #expect(try text("i.sarif", "validate", model).hasPrefix("{"))
        #expect(try text("j.md", "diff", model).isEmpty == false)
    }

    @Test("A model in JSON is converted back to the same bundle", arguments: ["Superheroes", "Hospital"])
    func modelInJSON(_ name: String) throws {
        let bundle = SourceTree.folder("Models/\(name).xcdatamodeld").path(percentEncoded: false)
        for form in ["json", "yaml"] { try folder.createFolder(form) }
        #expect(try run("convert", bundle, "-o", "m.json").exitCode == 0)
        #expect(try run("convert", bundle, "-o", "m.yaml").exitCode == 0)
        #expect(try run("convert", "m.json", "-o", "json/\(name).xcdatamodeld").exitCode == 0)
        #expect(try run("convert", "m.yaml", "-o", "yaml/\(name).xcdatamodeld").exitCode == 0)
        let path = "\(name).xcdatamodeld/\(name).xcdatamodel/contents"
        let contents = try String(contentsOfFile: folder.path("json/\(path)"), encoding: .utf8)
        #expect(try contents == String(contentsOfFile: folder.path("yaml/\(path)"), encoding: .utf8))
    }

    @Test("An import takes the form of its file from --input-format, and has no --format")
    func importing() throws {
        try folder.write("name\nBatman\n", to: "rows.data")
        let arguments = ["store", "import", "x.json", "rows.data", "--entity", "Superhero", "--model", model]
        #expect(try tool.run(arguments + ["--format", "csv"], in: folder.url).exitCode == 64)
        #expect(
            try tool.run(arguments + ["--input-format", "csv"], in: folder.url).output
                == "1 inserted, 0 updated, 0 rejected\n")
    }

    @Test("CSV from a pipe leads to the option for its form")
    func formOfPipedRows() throws {
        try folder.write("name\nBatman\n", to: "rows.data")
        let arguments = ["store", "import", "x.json", "rows.data", "--entity", "Superhero", "--model", model]
        let outcome = try tool.run(arguments, in: folder.url)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errorOutput == """
                modelgen: error: rows.data:1:1: unknown word; if the rows are not an array in JSON, specify their \
                form with --input-format

                """)
    }

    @Test("Rejected rows of a file with one line have the column of the row, or of the error in it")
    func placesInOneLine() throws {
        try folder.write(#"[{"name":"é"},{"name":[1]},{"name":"b"}, {"universe":"zz"}]"#, to: "rows.json")
        try folder.write("{\"name\":\"a\"}\n{\"name\" 1}\n", to: "rows.jsonl")
        func errors(_ file: String) throws -> String {
            try run("store", "import", "x.json", file, "--entity", "Superhero", "--model", model).errorOutput
        }
        #expect(
            try errors("rows.json") == """
                rows.json:1:15: error: the field is a list, not a valid String for 'name'
                rows.json:1:42: error: the field is neither a valid Integer 32 for 'universe' nor one of its cases: \
                marvel, dc

                """)
        #expect(try errors("rows.jsonl") == "rows.jsonl:2:9: error: unexpected '1'\n")
    }

    @Test("An error about the rows or the mapping as a whole names the file and the position")
    func unreadableFiles() throws {
        let kind = #"the rows are an object, not an array; specify the array with "at" in the mapping"#
        for (rows, mapping, message) in [
            ("[1,]", "{}", "rows.json:1:4: unexpected ']'"), ("\n {}", "{}", "rows.json:2:2: \(kind)"),
            ("name\nBatman\n", "{}", "rows.json:1:1: unknown word"),
            ("2026-11-29,x\n", "{}", "rows.json:1:5: unexpected '-'"),
            ("[]", "{\n", "map.json:2:1: the text ends unexpectedly"),
            ("[]", "[]", "map.json: a mapping must be an object, not a list"),
            (
                "[]", #"{"properties": {"nam": "x"}}"#,
                "map.json: 'Superhero' has no property 'nam'; did you mean 'name'?"
            ),
        ] {
            try folder.write(rows, to: "rows.json")
            try folder.write(mapping, to: "map.json")
            let outcome = try run(
                "store", "import", "x.json", "rows.json", "--entity", "Superhero", "--model", model, "--mapping",
                "map.json")
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorOutput == "modelgen: error: \(message)\n")
        }
    }

    @Test("An export in JSON is an array that an import reads back")
    func exportingJSON() throws {
        try makeStore()
        let exported = try run("store", "export", "h.json", "Superhero", "--format", "json")
        #expect(
            exported.output == """
                [
                {"id": 1, "name": "Batman", "universe": "dc", "teams": []},
                {"id": 2, "name": "Hulk", "universe": "marvel", "teams": []}
                ]

                """)
        try folder.write(exported.output, to: "rows.json")
        let outcome = try run("store", "import", "copy.json", "rows.json", "--entity", "Superhero", "--model", model)
        #expect(outcome.output == "2 inserted, 0 updated, 0 rejected\n")
    }

    @Test("Counts, statistics, and lists have JSON too")
    func listsInJSON() throws {
        try makeStore()
        for arguments in [
            ["store", "count", "h.json", "Superhero"], ["store", "stats", "h.json"],
            ["store", "stats", "h.json", "Superhero"], ["version", "list", model], ["template", "list"],
            ["validate", "--list-rules"], ["breaking", "--list-rules"],
        ] {
            let outcome = try tool.run(arguments + ["--format", "json"], in: folder.url)
            #expect(outcome.exitCode == 0)
            #expect(throws: Never.self, "\(arguments)") {
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            }
        }
        let refused = try run("validate", "--list-rules", "--format", "sarif")
        #expect(refused.exitCode == 64)
        #expect(refused.errorOutput.contains("sarif is a form of findings; list the rules as text or json"))
    }
}
