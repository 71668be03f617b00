import Foundation
import TestSupport
import Testing

/// What the options do that every command has, and the standard streams in the place of files.
@Suite struct CommonOptionsTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("in")
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
            to: folder.url.appending(path: "in/S.xcdatamodeld"))
        try folder.write("name,universe\nBatman,dc\n", to: "in/rows.csv")
    }

    private func run(_ arguments: String..., input: String = "") throws -> BuiltProduct.Outcome {
        try tool.run(arguments, input: input, in: folder.url)
    }

    /// What a pipe of the shell gives to the tool, which is none of a file.
    private func shell(_ line: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder.url
        let programs = tool.url.deletingLastPathComponent().path(percentEncoded: false)
        process.environment = ["PATH": "\(programs):/usr/bin:/bin"]
        let output = try URL(filePath: folder.write("", to: "output"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: output, encoding: .utf8)
    }

    @Test("The parser's messages name the reason and the remedy")
    func usageMessages() throws {
        try folder.write("x", to: "-m.yaml")
        for (arguments, message) in [
            (["validate", "-m.yaml"], "unknown option '-m.yaml'; write ./-m.yaml for the file with this name"),
            (["generate", "--check", "--dry-run"], "--check and --dry-run contradict each other"),
            (
                ["store", "import", "x.json", "rows.csv", "--entity", "-x"],
                "missing value for '--entity <entity>'; write --entity=VALUE for one that starts with a hyphen"
            ),
        ] {
            let outcome = try tool.run(arguments, in: folder.url)
            #expect(outcome.exitCode == 64)
            #expect(outcome.errorMessage == "modelgen: error: \(message)\n", "\(arguments)")
        }
    }

    @Test(
        "An argument that is not valid UTF-8 is incorrect usage, so no file of a similar name is used instead",
        arguments: [
            "modelgen validate in/S.xcdatamodeld --output", "modelgen-store count", "modelgen-studio --no-open",
            "modelgen-build-step build-step",
        ])
    func invalidUTF8(_ command: String) throws {
        let before = try folder.names()
        let output = try shell(#"\#(command) "$(printf 'é\377.txt')"; echo $?"#)
        #expect(
            output == #"modelgen: error: the argument '\xc3\xa9\xff.txt' is not valid UTF-8; use another name\#n64\#n"#)
        #expect(Set(try folder.names()) == Set(before + ["output"]))
    }

    @Test("Rows are imported from a pipe that the shell has opened", arguments: ["-", "/dev/stdin", "/dev/fd/3"])
    func rowsFromAPipe(_ path: String) throws {
        let command =
            "modelgen store import s.json \(path) --input-format csv --entity Superhero --model in/S.xcdatamodeld"
        #expect(try shell("cat in/rows.csv | \(command) 3<&0") == "1 inserted, 0 updated, 0 rejected\n")
    }

    @Test("The argument of a port that is none is refused before the store is read")
    func ports() throws {
        for port in ["70000", "-1", "http", "80.5"] {
            let outcome = try tool.run("studio", "missing.json", "--port=\(port)", in: folder.url)
            #expect(outcome.exitCode == 64)
            let message = "'\(port)' is not a value of '--port <port>': a port is a number from 0 to 65535"
            #expect(outcome.errorMessage == "modelgen: error: \(message)\n")
        }
    }

    @Test("A file in the place of an output folder is an error that says so")
    func fileInThePlaceOfAFolder() throws {
        for command in [["manual", "--folder"], ["template", "eject", "header", "-o"]] {
            let outcome = try tool.run(command + ["in/rows.csv"], in: folder.url)
            #expect(outcome.exitCode == 74)
            #expect(
                outcome.errorOutput == "modelgen: error: 'in/rows.csv' cannot be written: it is not a folder; write to "
                    + "another folder\n")
            let below = try tool.run(command + ["in/rows.csv/x"], in: folder.url)
            #expect(
                below.errorOutput == "modelgen: error: 'in/rows.csv/x' cannot be written: not a directory\n",
                "\(below.errorOutput)")
        }
    }

    @Test("A SQLite store leads from convert to the command for it")
    func convertingAStore() throws {
        try folder.write("SQLite format 3\0", to: "App.sqlite")
        let outcome = try run("convert", "App.sqlite", "-o", "App.xcdatamodeld")
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errorMessage
                == "modelgen: error: the file is a SQLite store; write its model with modelgen decompile\n")
    }

    @Test("A file that is too large for a model is refused before it is read", arguments: ["", "SQLite format 3\0"])
    func convertingALargeFile(_ beginning: String) throws {
        try folder.write(beginning, to: "App.sqlite")
        // A file of this size occupies nothing on the disk, and fits into no memory.
        try FileHandle(forWritingTo: folder.url.appending(path: "App.sqlite")).truncate(atOffset: 1 << 42)
        let outcome = try run("convert", "App.sqlite", "-o", "App.xcdatamodeld")
        #expect(outcome.exitCode == (beginning.isEmpty ? 74 : 64))
        #expect(
            outcome.errorMessage
                == (beginning.isEmpty
                    ? "modelgen: error: 'App.sqlite' cannot be read: it is larger than 67108864 bytes\n"
                    : "modelgen: error: the file is a SQLite store; write its model with modelgen decompile\n"),
            "\(outcome.errorOutput)")
    }

    @Test(
        "An option with one value that is specified with several is a usage error, because all but one would be lost",
        arguments: [
            (["dump", "in/S.xcdatamodeld", "-o", "a.json", "--output=b.json"], "--output"),
            (["dump", "in/S.xcdatamodeld", "-o=a.json", "--output", "b.json"], "--output"),
            (["dump", "in/S.xcdatamodeld", "-qo", "a.json", "-o", "b.json"], "--output"),
            (["-C", "in", "validate", "S.xcdatamodeld", "-C", "."], "-C"),
            (["generate", "in/S.xcdatamodeld", "--output", "A", "--output", "B"], "--output"),
            (
                ["store", "import", "H.json", "in/rows.csv", "--entity", "Superhero", "--entity", "Team"], "--entity"
            ),
            (["studio", "H.json", "--export", "a.html", "--export", "b.html"], "--export"),
            (["studio", "H.json", "--port", "8080", "--port", "8081"], "--port"),
        ])
    func severalValues(_ arguments: [String], _ option: String) throws {
        let outcome = try tool.run(arguments, in: folder.url)
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errorMessage
                == "modelgen: error: \(option) takes one value, but 2 are specified; keep one of them\n",
            "\(outcome.errorOutput)")
        #expect(try folder.names() == ["in"])
    }

    @Test("An equal value, the value of another option, and a choice can be repeated")
    func repeatedValues() throws {
        let arguments = [
            "generate", "in/S.xcdatamodeld", "-o", "Out", "--output", "Out", "--optionals", "model",
            "--color", "always", "--color", "never", "--layout", "entity", "--layout", "model", "--import", "A",
            "--import", "B",
        ]
        let outcome = try tool.run(arguments, in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let files = try folder.names(in: "Out")
        #expect(files.filter { !$0.hasPrefix(".") } == ["S+Generated.swift"])
    }

    @Test(
        "A name with several values is a usage error",
        arguments: [
            (["generate", "in/S.xcdatamodeld", "-o", "Out", "--type", "A=B", "--type", "A=C"], "'A' has 2 values"),
            (
                ["edit", "set", "in/S.xcdatamodeld", "Superhero/name", "optional=NO", "optional=YES"],
                "'optional' has 2 values"
            ),
            (["edit", "set-user-info", "in/S.xcdatamodeld", "Superhero", "a=1", "b=1", "a=2"], "'a' has 2 values"),
            (
                ["edit", "set", "in/S.xcdatamodeld", "Superhero", "elementID=x", "--remove", "elementID"],
                "'elementID' is both set and removed"
            ),
        ])
    func namesWithSeveralValues(_ arguments: [String], _ message: String) throws {
        let contents = folder.path("in/S.xcdatamodeld/Superheroes.xcdatamodel/contents")
        let before = try Data(contentsOf: URL(filePath: contents))
        let outcome = try tool.run(arguments, in: folder.url)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorMessage == "modelgen: error: \(message); keep one of them\n", "\(outcome.errorOutput)")
        #expect(try Data(contentsOf: URL(filePath: contents)) == before)
    }

    @Test("A program whose standard streams are closed writes no message into a file that it opens")
    func closedStreams() throws {
        try folder.write("name,universe\nBatman,dc\nWrong,wrong\n", to: "in/wrong.csv")
        let arguments = ["store", "import", "H.json", "in/wrong.csv", "--entity", "Superhero", "--model"]
        for closed in ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"] {
            let outcome = try tool.run(
                arguments + ["in/S.xcdatamodeld"], in: folder.url,
                launcher: ["/bin/sh", "-c", "exec \"$@\" \(closed)", "sh"])
            #expect(outcome.exitCode != 0)
            for file in try folder.names() where file.hasPrefix("H.json") {
                let text = try String(contentsOfFile: folder.path(file), encoding: .utf8)
                #expect(!text.contains("error:") && !text.contains("inserted"), "\(closed), \(file): \(text)")
            }
            #expect(try run("store", "check", "H.json").exitCode == 0, "\(closed)")
        }
    }

    @Test(
        "Closed standard output is one error",
        arguments: [["manual"], ["manual", "store"], ["dump", "in/S.xcdatamodeld"]])
    func closedOutput(_ arguments: [String]) throws {
        let outcome = try tool.run(
            arguments, in: folder.url, launcher: ["/bin/sh", "-c", "exec \"$@\" >&-", "sh"])
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput
                == "modelgen: error: 'standard output' cannot be written: bad file descriptor\n")
    }

    @Test("Common options alone are not a command", arguments: [[], ["store"]])
    func withoutCommand(_ words: [String]) throws {
        let outcome = try tool.run(words + ["--quiet", "--color", "never"], in: folder.url)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.hasPrefix("modelgen: error: missing command; use one of "))
        #expect(outcome.errorOutput.contains(words.isEmpty ? "validate" : "query"))
    }

    @Test("-C stands before or behind the command, also of the other programs")
    func folderToRunIn() throws {
        let dump = try tool.run(["dump", "S.xcdatamodeld"], in: folder.url.appending(path: "in")).output
        for line in [
            ["-C", "in", "dump", "S.xcdatamodeld"], ["dump", "-C", "in", "S.xcdatamodeld"],
            ["dump", "S.xcdatamodeld", "-C", "in"],
        ] {
            let outcome = try tool.run(line, in: folder.url)
            #expect(outcome.exitCode == 0)
            #expect(outcome.output == dump && dump.contains("Superhero"))
        }
        #expect(
            try run("-C", "in", "store", "create", "h.json", "--model", "S.xcdatamodeld").exitCode == 0)
        for line in [
            ["-C", "in", "store", "count", "h.json", "Superhero"],
            ["store", "-C", "in", "count", "h.json", "Superhero"],
            ["store", "count", "h.json", "Superhero", "-C", "in"],
        ] {
            #expect(try tool.run(line, in: folder.url).output == "0\n", "\(line)")
        }
        #expect(
            try run("-C", "in", "version", "-q", "list", "S.xcdatamodeld").output == "S.xcdatamodeld\n* Superheroes\n")
        #expect(try run("-C", "in", "studio", "h.json", "--export", "page.html").exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("in/page.html")))
        try folder.write("models: [S.xcdatamodeld]\n", to: "in/modelgen.yml")
        #expect(try run("validate", "-C", "in", "-v").errorOutput == "1 version, no findings\n")
    }

    @Test("Quiet commands print only results and errors, and verbose ones what they decide")
    func amounts() throws {
        let rows = ["in/rows.csv", "--entity", "Superhero", "--model", model]
        #expect(
            try tool.run(["store", "import", "a.json"] + rows, in: folder.url).output
                == "1 inserted, 0 updated, 0 rejected\n")
        #expect(try tool.run(["store", "import", "b.json", "-q"] + rows, in: folder.url).output == "")
        let quiet = try run("store", "query", "b.json", "Superhero where universe == 'x' columns name", "--quiet")
        #expect(quiet.errorOutput == "")
        #expect(quiet.output == "name\n----\n")
        let verbose = try run("store", "count", "b.json", "Superhero", "--verbose")
        #expect(verbose.output == "1\n")
        #expect(verbose.errorOutput == "modelgen: the model 'Superheroes' is the one in the store\n")
        #expect(try run("store", "count", "missing.json", "Superhero", "-q").errorOutput.hasPrefix("modelgen: error: "))
        let generate = ["generate", "in/S.xcdatamodeld", "--output", "Out"]
        #expect(try tool.run(generate, in: folder.url).output == "")
        #expect(try tool.run(generate + ["-v"], in: folder.url).output.contains("unchanged Out/"))
        #expect(try run("convert", model, "-o", "S.yaml").exitCode == 0)
        #expect(try run("convert", "S.yaml", "-o", "N.xcdatamodeld", "-q").output == "")
    }

    @Test("Messages have colors always, never, or on a terminal")
    func colors() throws {
        try folder.write(
            .model(containing: #"<entity name="A"><relationship name="r"/></entity>"#), to: "A.xcdatamodel/contents")
        func hasColor(_ arguments: String...) throws -> Bool {
            try tool.run(["validate", "A.xcdatamodel"] + arguments, in: folder.url).errorOutput.contains("\u{1B}[")
        }
        #expect(try hasColor("--color", "always"))
        #expect(try !hasColor("--color", "never"))
        #expect(try !hasColor())
    }

    @Test("- and /dev/stdin are standard input wherever a file is read", arguments: ["-", "/dev/stdin"])
    func standardInput(_ name: String) throws {
        let contents = "in/S.xcdatamodeld/Superheroes.xcdatamodel/contents"
        #expect(try shell("cat \(contents) | modelgen dump \(name)").contains("\"Superhero\""))
        #expect(try shell("cat \(contents) | modelgen graph \(name) -o -").hasPrefix("classDiagram"))
        #expect(try shell("cat \(contents) | modelgen validate \(name) -v") == "1 version, no findings\n")
        #expect(
            try shell("modelgen convert in/S.xcdatamodeld -o - | modelgen convert \(name) -o T.xcdatamodeld")
                == "wrote T.xcdatamodeld/Superheroes.xcdatamodel/contents\n")
        #expect(
            try shell(
                "cat in/rows.csv | modelgen store import h.json \(name) --input-format csv --entity Superhero --model in"
            )
                == "1 inserted, 0 updated, 0 rejected\n")
        #expect(
            try shell(
                "echo '{\"properties\": {\"name\": \"name\"}}' | "
                    + "modelgen store import h.json in/rows.csv --mapping \(name) --entity Superhero --model in")
                == "1 inserted, 0 updated, 0 rejected\n")
        #expect(try shell("echo 'rules: {name-is-keyword: off}' | modelgen validate in --config \(name)") == "")
        #expect(try shell("cat /dev/null | modelgen dump \(name); echo $?").hasSuffix("1\n"))
    }

    @Test("What is changed cannot be standard input, and a store neither")
    func unchangeable() throws {
        for line in [
            ["edit", "add-entity", "-", "A"], ["format", "-"], ["port", "-"], ["version", "add", "-"],
            ["store", "count", "-", "Superhero"], ["studio", "-"],
        ] {
            let outcome = try tool.run(line, in: folder.url)
            #expect(outcome.exitCode == 64, "\(line)")
            #expect(outcome.errorOutput.contains("standard input"), "\(outcome.errorOutput)")
        }
    }

    @Test("Folders, bundles, and stores are not written to standard output")
    func noTextOutput() throws {
        for line in [
            ["generate", model, "--output", "-"], ["compile", model, "--output", "-"],
            ["template", "eject", "--output", "-"], ["decompile", "A.momd", "--output", "-"],
            ["store", "model", "h.json", "--output", "-"], ["store", "backup", "h.json", "--output", "-"],
            ["store", "convert", "h.json", "-"], ["store", "migrate", "h.json", "--to", model, "--backup", "-"],
        ] {
            let outcome = try tool.run(line, in: folder.url)
            #expect(outcome.exitCode == 64, "\(line)")
            #expect(outcome.errorOutput.contains("specify "), "\(outcome.errorOutput)")
        }
    }

    @Test("- is standard output wherever a file is written")
    func standardOutput() throws {
        for arguments in [
            ["dump", model], ["config", "schema"], ["manual"], ["validate", model, "--format", "json"],
        ] {
            #expect(
                try tool.run(arguments + ["-o", "-"], in: folder.url).output
                    == tool.run(arguments, in: folder.url).output)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("-")))
    }

    @Test("A folder in a model cannot receive output, of generate or template")
    func foldersInModels() throws {
        for line in [
            ["generate", "in/S.xcdatamodeld", "--output", "in/S.xcdatamodeld/x"],
            ["template", "eject", "--output", "in/S.xcdatamodeld/x"],
        ] {
            let outcome = try tool.run(line, in: folder.url)
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.errorMessage
                    == "modelgen: error: 'in/S.xcdatamodeld/x' is a part of the model 'in/S.xcdatamodeld'; "
                    + "choose another folder\n")
        }
    }

    @Test("A tilde is the home folder, for reading and for writing, and elsewhere a character of a name")
    func homeFolder() throws {
        let model = folder.url.appending(path: "in/S.xcdatamodeld")
        // Root has a home folder, which is not meant here.
        for place in ["home", "~root"] {
            try folder.createFolder(place)
            try FileManager.default.copyItem(at: model, to: folder.url.appending(path: "\(place)/H.xcdatamodeld"))
        }
        let environment = ["HOME": folder.path("home")]
        for line in [
            ["dump", "~/H.xcdatamodeld", "--output=~/H.json"],
            ["dump", "~root/H.xcdatamodeld", "--output=~root/H.json"],
            ["compile", "~/H.xcdatamodeld", "--output=~/Build", "--quiet"],
        ] {
            let outcome = try tool.run(line, in: folder.url, environment: environment)
            #expect(outcome.exitCode == 0, "\(line): \(outcome.errorOutput)")
        }
        #expect(try folder.names(in: "home") == ["Build", "H.json", "H.xcdatamodeld"])
        #expect(try folder.names(in: "~root") == ["H.json", "H.xcdatamodeld"])
        #expect(try folder.names() == ["home", "in", "~root"])
    }

    @Test("Words that are almost right are answered with the right ones")
    func nearMisses() throws {
        #expect(try run("store", "create", "h.json", "--model", model).exitCode == 0)
        let add = ["edit", "add-relationship", "in/S.xcdatamodeld", "Superhero/x", "Team", "--delete-rule", "cascade"]
        #expect(try tool.run(add, in: folder.url).errorOutput.contains("; did you mean 'Cascade'?"))
        for (type, meant) in [("Int64", "Integer 64"), ("Bool", "Boolean"), ("string", "String")] {
            let outcome = try run("edit", "add-attribute", "in/S.xcdatamodeld", "Superhero/x", type)
            #expect(outcome.errorOutput.contains("did you mean '\(meant)'?"), "\(outcome.errorOutput)")
        }
        let unquoted = try run("store", "query", "h.json", "Superhero where universe == dc")
        #expect(unquoted.exitCode == 64)
        #expect(unquoted.errorOutput.contains("put quotes around dc if it is a value"))
    }

    @Test("modelgen.yml names the models to format, too")
    func formatOfProject() throws {
        try folder.write(
            .model(containing: #"<entity syncable="YES" name="A"/>"#), to: "A.xcdatamodel/contents")
        #expect(try run("format", "--check").exitCode == 64)
        try folder.write("models: [A.xcdatamodel]\n", to: "modelgen.yml")
        #expect(try run("format", "--check").exitCode == 1)
        #expect(try run("format").output.hasPrefix("changed "))
        #expect(try run("format", "--check").exitCode == 0)
    }
}
