import Foundation
import PostgreSQLTestSupport
import TestSupport
import Testing

/// The examples in the help of commands are there to be pasted.
@Suite struct HelpExampleTests {
    /// What the argument parser says about a command.
    private struct Command: Decodable {
        var commandName: String
        var discussion: String?
        var subcommands: [Command]?

        /// This command and all below it, with the words that lead to them.
        func all(after path: [String] = []) -> [(path: [String], discussion: String)] {
            (subcommands ?? []).filter { $0.commandName != "help" }.reduce(into: [(path, discussion ?? "")]) {
                $0 += $1.all(after: path + [$1.commandName])
            }
        }
    }

    private struct Tool: Decodable {
        var command: Command
    }

    private static let commands: [(path: [String], discussion: String)] = {
        func described(_ program: String, after path: [String]) -> [(path: [String], discussion: String)] {
            guard let outcome = try? BuiltProduct(program).run("--experimental-dump-help"),
                let tool = try? JSONDecoder().decode(Tool.self, from: Data(outcome.output.utf8))
            else { return [] }
            return tool.command.all(after: path)
        }
        // The other programs describe their commands better.
        return described("modelgen", after: []).filter { $0.path != ["store"] && $0.path != ["studio"] }
            + described("modelgen-store", after: ["store"]) + described("modelgen-studio", after: ["studio"])
    }()

    @Test("The commands have help with examples")
    func thereAreCommandsWithExamples() {
        #expect(Self.commands.contains { $0.path == ["generate"] })
        #expect(Self.commands.contains { $0.path == ["store", "query"] })
        #expect(Self.runnable.contains { $0.hasPrefix("modelgen generate") })
        #expect(Self.runnable.contains { $0.hasPrefix("modelgen store") })
    }

    @Test("Help shows examples as they are typed", arguments: commands.map(\.path))
    func examplesStandInHelpAsTheyAreTyped(_ path: [String]) throws {
        let discussion = try #require(Self.commands.first { $0.path == path }?.discussion)
        let examples = discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
        let help = try BuiltProduct("modelgen").help(of: path).output.split(separator: "\n")
        for line in examples { #expect(help.contains(line), "\(line)") }
    }

    /// The examples, with the lines of one joined, that need nothing but this project.
    private static let runnable: [String] = commands.flatMap { command in
        command.discussion.replacing("\\\n", with: " ").replacing("|\n", with: "| ")
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { example in
                example.hasPrefix("modelgen ") && !["|", "/usr/local", "--watch"].contains { example.contains($0) }
            }
    }

    /// A model with three versions, at two times, in a repository with a branch and a tag.
    private static func makeHistory(in folder: TemporaryFolder) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: "Models/Shop.xcdatamodeld"))
        for place in ["Models", "Old", "New"] {
            for (version, more) in [("Shop", ""), ("Shop 2", "a"), ("Shop 3", "b")] {
                let attribute = #"<attribute name="\#(more)" optional="YES" attributeType="String"/>"#
                let model = String.model(
                    containing: """
                        <entity name="Item"><relationship name="owner" optional="YES" maxCount="1" \
                        deletionRule="Nullify" destinationEntity="Order"/><relationship name="tags" optional="YES" \
                        toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="item" \
                        inverseEntity="Tag"/></entity><entity name="Order"><attribute name="date" attributeType="Date"/>
                        <attribute name="note" optional="YES" attributeType="String"/>\(more.isEmpty ? "" : attribute)
                        <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" \
                        destinationEntity="Item"/><fetchIndex name="byDate"><fetchIndexElement property="date" \
                        type="Binary" order="ascending"/></fetchIndex><uniquenessConstraints><uniquenessConstraint>
                        <constraint value="date"/></uniquenessConstraint></uniquenessConstraints><userInfo>
                        <entry key="owner" value="a"/></userInfo></entity><entity name="Refund"/><entity name="Tag"><relationship name="item" optional="YES" maxCount="1" \
                        deletionRule="Nullify" destinationEntity="Item" inverseName="tags" inverseEntity="Item"/></entity>
                        <fetchRequest name="Recent" entity="Order"/><composite name="Address"><attribute name="city" \
                        optional="YES" attributeType="String"/></composite>
                        <configuration name="Local"><memberEntity name="Order"/></configuration>
                        """)
                try folder.write(model, to: "\(place)/Shop.xcdatamodeld/\(version).xcdatamodel/contents")
            }
            try folder.writeCurrentVersion("Shop 3", of: "\(place)/Shop.xcdatamodeld")
        }
        let git = Process()
        git.executableURL = URL(filePath: "/bin/sh")
        git.arguments = [
            "-c",
            """
            git init -q -b main . && git add -A && git -c user.name=A -c user.email=a@example.com commit -q -m 'Release' \
            && git tag v1.2 && git update-ref refs/remotes/origin/main HEAD
            """,
        ]
        git.currentDirectoryURL = folder.url
        try git.run()
        git.waitUntilExit()
    }

    @Test("The examples in the help succeed", arguments: Set(runnable).sorted())
    func examplesDoAsTheySay(_ example: String) throws {
        let folder = try TemporaryFolder()
        let tool = BuiltProduct("modelgen")
        var program = example.replacing("Trip sort name", with: "Superhero sort name")
        if let database = try /postgresql:\/\/localhost\/\w+\?schema=\w+/.firstMatch(in: program) {
            guard let server = TestServer.shared else { return try skipCase(TestServer.absence) }
            let place = "\(server.address)&schema=\(server.newSchemaName())"
            program.replaceSubrange(database.range, with: place)
            if example.contains(" migrate ") || example.contains(" studio ") {
                let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
                #expect(try tool.run("store", "create", place, "--model", model).exitCode == 0)
            }
        }
        try folder.createFolder("Models")
        for name in ["Superheroes", "Shop"] {
            try FileManager.default.copyItem(
                at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
                to: folder.url.appending(path: "Models/\(name).xcdatamodeld"))
        }
        if ["modelgen diff", "modelgen breaking", "modelgen version", "modelgen edit"].contains(
            where: example.hasPrefix)
        {
            try Self.makeHistory(in: folder)
        }
        try folder.write(.model(containing: #"<entity name="A"/>"#), to: "Sources/App/Shop.xcdatamodel/contents")
        try folder.write("name,universe\nBatman,dc\n", to: "heroes.csv")
        try folder.write("[{\"name\": \"Hulk\"}]", to: "heroes.json")
        try folder.write("{\"id\": 1, \"entity\": \"Superhero\", \"name\": \"Hulk\"}\n", to: "heroes.jsonl")
        try folder.write("{}", to: "mapping.json")
        for store in ["Heroes.json", "App.sqlite"]
        where (example.contains(" store ") || example.contains("decompile App") || example.contains(" studio "))
            && !(example.contains("import") && store == "Heroes.json")
        {
            let rows = ["heroes.csv", "--entity", "Superhero", "--model", "Models/Superheroes.xcdatamodeld"]
            #expect(try tool.run(["store", "import", store] + rows, in: folder.url).exitCode == 0)
        }
        if !example.contains("init") {
            try folder.write(
                "models: [Models/Superheroes.xcdatamodeld]\ngenerate: {output: Generated}\n", to: "modelgen.yml")
        }
        if example.contains("convert Shop.yaml") {
            _ = try tool.run("convert", "Models/Shop.xcdatamodeld", "--output", "Shop.yaml", in: folder.url)
        }
        if example.contains("Shop.app") {
            _ = try tool.run("compile", "Models/Shop.xcdatamodeld", "--output", "Shop.app", in: folder.url)
        }
        for name in ["Shop2To3", "1To2"] {
            try folder.write(
                """
                <database><object type="XDDEVMAPPINGMODEL" id="z1">
                <attribute name="sourcemodelpath">Models/Shop.xcdatamodeld/Superheroes.xcdatamodel</attribute>
                <attribute name="destinationmodelpath">Models/Shop.xcdatamodeld/Superheroes.xcdatamodel</attribute>
                </object></database>
                """, to: "Models/\(name).xcmappingmodel/xcmapping.xml")
        }
        if example.contains("--check") { _ = try tool.run("generate", in: folder.url) }
        if example.hasPrefix("modelgen port") {
            try folder.write("@objc class Note {}\n", to: "Sources/Model/Note.swift")
            if example.contains("--check") { _ = try tool.run("port", in: folder.url) }
        }
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        // A studio that serves goes on until it is stopped: the status of that is its success.
        let isServing = example.contains(" studio ") && !example.contains("--export")
        shell.arguments = ["-c", isServing ? "timeout 2 \(program) --no-open; test $? = 124" : program]
        shell.currentDirectoryURL = folder.url
        let programs = tool.url.deletingLastPathComponent().path(percentEncoded: false)
        shell.environment = ProcessInfo.processInfo.environment
            .merging(["PATH": "\(programs):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path("cache")]) { $1 }
        let errors = folder.url.appending(path: "errors")
        try Data().write(to: errors)
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = try FileHandle(forWritingTo: errors)
        try shell.run()
        shell.waitUntilExit()
        let message = try String(contentsOf: errors, encoding: .utf8)
        #expect(shell.terminationStatus == 0, "\(message)")
    }
}
