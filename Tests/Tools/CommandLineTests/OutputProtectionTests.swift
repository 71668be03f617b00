import Foundation
import TestSupport
import Testing

/// The output of a command replaces no store, no model, and nothing that the command reads.
@Suite struct OutputProtectionTests {
    private typealias Command = ProgramDescription.RunnableCommand

    /// The commands whose output is a folder, a bundle, or a new file, and is never replaced.
    private static let others = [
        "modelgen generate", "modelgen compile", "modelgen decompile",
        "modelgen template eject", "modelgen convert", "modelgen-store backup",
        "modelgen-store model",
    ]

    private static let outputs = ["--output", "--export"]

    /// The commands with an output, and all their paths.
    private static let commands = ProgramDescription.commands.filter { command in
        command.options.contains { outputs.contains($0.name) } && !others.contains(command.testDescription)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("There are commands with an output")
    func thereAreCommands() { #expect(Self.commands.count > 10) }

    @Test("An output that is an input of the command is incorrect usage, in every argument", arguments: commands)
    func inputs(_ command: ProgramDescription.RunnableCommand) throws {
        let output = try #require(command.options.first { Self.outputs.contains($0.name) })
        let inputs = (command.positional + command.options).filter { argument in
            // The folder to run in is none that the command reads.
            argument.isPath && !Self.outputs.contains(argument.name) && argument.name != "-C"
        }
        for input in inputs {
            // Neither a store nor a model: the command must refuse it without reading it.
            try folder.write("mine", to: "file")
            for (line, name) in [
                ("true", "file"), ("true", "./file"), ("ln -s file link", "link"), ("ln file second", "second"),
            ] {
                try shell(line)
                let outcome = try BuiltProduct(command.program).run(
                    command.arguments([input.name: "file", output.name: name]), in: folder.url)
                let names = name == "file" ? "'file' is" : "'\(name)' and 'file' are the same file, which is"
                #expect(
                    outcome.errorMessage
                        == "modelgen: error: \(names) an input of the command; write to another file\n", "\(input.name)"
                )
                #expect(outcome.exitCode == 64)
            }
            try shell("rm link second")
            #expect(try text("file") == "mine")
        }
    }

    @Test("No output replaces a store or a part of it, whatever it is called", arguments: commands)
    func stores(_ command: ProgramDescription.RunnableCommand) throws {
        let output = try #require(command.options.first { Self.outputs.contains($0.name) })
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        try folder.write("name\nBatman\n", to: "rows.csv")
        for store in ["a.json", "b.sqlite"] {
            let arguments = ["import", store, "rows.csv", "--entity", "Superhero", "--model", model]
            #expect(try BuiltProduct("modelgen-store").run(arguments, in: folder.url).exitCode == 0)
            #expect(try BuiltProduct("modelgen-store").run(arguments, in: folder.url).exitCode == 0)
        }
        try shell(
            """
            cp a.json plain; cp b.sqlite other; ln -s b.sqlite link; mkdir sub a.json.data .b_SUPPORT; ln -s .. sub/up
            ln -s b.sqlite-journal dangling
            touch .b_SUPPORT/value; printf '{"format": "modelgen-journal", "version": 1' > journal
            printf '\\067\\177\\006\\202rest' > log
            """)
        let reasons = [
            "a.json": "a store", "b.sqlite": "a store", "plain": "a store", "other": "a store", "link": "a store",
            "journal": "a store", "log": "a store", "sub/../a.json": "a store", "sub/up/b.sqlite": "a store",
            "dangling": "a part of the store 'b.sqlite'",
            "a.json.journal": "a part of the store 'a.json'", "a.json.history": "a part of the store 'a.json'",
            "b.sqlite-wal": "a part of the store 'b.sqlite'", "b.sqlite-journal": "a part of the store 'b.sqlite'",
            "b.sqlite-shm": "a part of the store 'b.sqlite'", "a.json.data/x": "a part of the store 'a.json'",
            ".b_SUPPORT/value": "a part of the store 'b.sqlite'",
        ]
        try expectRefusals(of: reasons, by: command, output.name)
    }

    @Test("No output replaces a model, a part of it, or a file of the project", arguments: commands)
    func models(_ command: ProgramDescription.RunnableCommand) throws {
        let output = try #require(command.options.first { Self.outputs.contains($0.name) })
        try folder.write(.model(containing: "<entity name=\"Order\"/>"), to: "S.xcdatamodeld/S.xcdatamodel/contents")
        try folder.write("", to: "S.xcdatamodeld/.xccurrentversion")
        try folder.write("bplist00…NSManagedObjectModel…", to: "compiled")
        try folder.write("# Shop\n\nmodel: Shop\nentities:\n  Order:\n", to: "text")
        for name in ["modelgen.yml", "modelgen-baseline.json"] { try folder.write("{}", to: name) }
        try shell(
            "cp S.xcdatamodeld/S.xcdatamodel/contents copy; ln -s S.xcdatamodeld near; ln -s modelgen.yml settings")
        try expectRefusals(
            of: [
                "copy": "a model", "compiled": "a model", "text": "a model in YAML",
                "S.xcdatamodeld/S.xcdatamodel/contents": "a part of the model 'S.xcdatamodeld/S.xcdatamodel'",
                "S.xcdatamodeld/.xccurrentversion": "a part of the model 'S.xcdatamodeld'",
                "S.xcdatamodeld/new": "a part of the model 'S.xcdatamodeld'",
                "near/new": "a part of the model 'S.xcdatamodeld'",
                "modelgen.yml": "a file of the project that modelgen reads",
                "settings": "a file of the project that modelgen reads",
                "modelgen-baseline.json": "a file of the project that modelgen reads",
            ], by: command, output.name)
    }

    @Test("An export onto its own store changes nothing")
    func exportOntoStore() throws {
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        try folder.write("name\nBatman\n", to: "rows.csv")
        let tool = BuiltProduct("modelgen")
        for store in ["X.json", "X.sqlite"] {
            _ = try tool.run(
                "store", "import", store, "rows.csv", "--entity", "Superhero", "--model", model, in: folder.url)
            let before = try Data(contentsOf: folder.url.appending(path: store))
            let outcome = try tool.run("store", "export", store, "Superhero", "-o", store, in: folder.url)
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.errorMessage
                    == "modelgen: error: '\(store)' is an input of the command; write to another file\n")
            #expect(try Data(contentsOf: folder.url.appending(path: store)) == before)
        }
    }

    @Test("A new store or backup does not become a part of another store")
    func newStores() throws {
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        let tool = BuiltProduct("modelgen-store")
        try folder.write("name\nBatman\n", to: "rows.csv")
        for store in ["a.json", "b.sqlite"] {
            #expect(try tool.run("create", store, "--model", model, in: folder.url).exitCode == 0)
        }
        for (part, store) in [
            ("a.json.journal", "a.json"), ("b.sqlite-wal", "b.sqlite"), ("b.sqlite-journal", "b.sqlite"),
            (".b_SUPPORT", "b.sqlite"),
        ] {
            for arguments in [
                ["create", part, "--model", model], ["backup", "a.json", "--output", part],
                ["convert", "a.json", part],
                ["import", part, "rows.csv", "--entity", "Superhero", "--model", model],
                ["migrate", "a.json", "--to", model, "--backup", part],
            ] {
                let outcome = try tool.run(arguments, in: folder.url)
                #expect(
                    outcome.errorMessage
                        == "modelgen: error: '\(part)' is a part of the store '\(store)'; write to another file\n")
                #expect(outcome.exitCode == 64)
                #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
            }
        }
    }

    @Test("A new baseline does not become a part of a model or a store", arguments: ["validate", "breaking"])
    func newBaselines(_ command: String) throws {
        try folder.write(.model(containing: "<entity name=\"Order\"/>"), to: "S.xcdatamodeld/S.xcdatamodel/contents")
        let create = ["create", "a.json", "--model", "S.xcdatamodeld"]
        #expect(try BuiltProduct("modelgen-store").run(create, in: folder.url).exitCode == 0)
        for (part, whole) in [
            ("S.xcdatamodeld/.xccurrentversion", "model 'S.xcdatamodeld'"), ("a.json.journal", "store 'a.json'"),
        ] {
            let outcome = try BuiltProduct("modelgen").run(
                command, "S.xcdatamodeld", "--write-baseline", part, in: folder.url)
            #expect(
                outcome.errorMessage
                    == "modelgen: error: '\(part)' is a part of the \(whole); write to another file\n")
            #expect(outcome.exitCode == 64)
            #expect(!FileManager.default.fileExists(atPath: folder.path(part)))
        }
    }

    @Test("A converted model replaces only a model in YAML")
    func convert() throws {
        try folder.write(.model(containing: "<entity name=\"Order\"/>"), to: "S.xcdatamodeld/S.xcdatamodel/contents")
        let tool = BuiltProduct("modelgen")
        for _ in 0..<2 {
            #expect(try tool.run("convert", "S.xcdatamodeld", "-o", "S.yaml", in: folder.url).exitCode == 0)
            try folder.write("model: Old\n", to: "S.yaml")
        }
        try shell("cp S.xcdatamodeld/S.xcdatamodel/contents copy; ln copy second")
        let onModel = try tool.run("convert", "S.xcdatamodeld", "-o", "copy", in: folder.url)
        #expect(onModel.errorMessage == "modelgen: error: 'copy' is a model; write to another file\n")
        #expect(onModel.exitCode == 64)
    }

    @Test("A compiled model does not become a part of a model, and replaces nothing else", arguments: ["d", ""])
    func compile(_ bundle: String) throws {
        let version = "S.xcdatamodeld/S.xcdatamodel"
        let model = bundle.isEmpty ? version : "S.xcdatamodeld"
        try folder.write(.model(containing: "<entity name=\"Order\"/>"), to: version + "/contents")
        let tool = BuiltProduct("modelgen")
        let name = bundle.isEmpty ? "S.mom" : "S.momd"
        for place in ["S.xcdatamodeld", version] {
            let outcome = try tool.run("compile", model, "--output", place, in: folder.url)
            #expect(
                outcome.errorMessage.hasSuffix(
                    "\nmodelgen: error: '\(place)/\(name)' is a part of the model '\(place)'; write to another file\n"))
            #expect(outcome.exitCode == 64)
        }
        try folder.write("mine", to: bundle.isEmpty ? "Build/S.mom" : "Build/S.momd/mine")
        #expect(try tool.run("compile", model, "--output", "Build", in: folder.url).exitCode == 74)
        #expect(try text(bundle.isEmpty ? "Build/S.mom" : "Build/S.momd/mine") == "mine")
        #expect(try tool.run("compile", model, "--output", "Other", in: folder.url).exitCode == 0)
        #expect(try tool.run("compile", model, "--output", "Other", "--check", in: folder.url).exitCode == 0)
    }

    private func expectRefusals(of reasons: [String: String], by command: Command, _ option: String) throws {
        let before = try shell("find . -type f | sort | xargs -d '\\n' md5sum; find . | sort")
        // The drawing of a model would otherwise depend on the name of its file.
        let format = command.options.first { $0.name == "--format" }?.allValues?.first
        let given = format.map { ["--format": $0] } ?? [:]
        let number = try #require(Self.commands.firstIndex { $0.testDescription == command.testDescription })
        for (name, reason) in reasons.sorted(by: { $0.key < $1.key }).sampled(every: 4, from: number) {
            let outcome = try BuiltProduct(command.program).run(
                command.arguments(given.merging([option: name]) { $1 }), in: folder.url)
            #expect(
                outcome.errorMessage == "modelgen: error: '\(name)' is \(reason); write to another file\n", "\(name)")
            #expect(outcome.exitCode == 64, "\(name)")
        }
        #expect(try shell("find . -type f | sort | xargs -d '\\n' md5sum; find . | sort") == before)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @discardableResult
    private func shell(_ line: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(line)")
        return text
    }
}
