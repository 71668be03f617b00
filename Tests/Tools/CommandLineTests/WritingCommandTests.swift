import Foundation
import TestSupport
import Testing

/// Every command that writes a text to a path that the user names, as root and as nobody, onto everything that can
/// stand there.
@Suite struct WritingCommandTests {
    enum Command: String, CaseIterable, CustomTestStringConvertible {
        case dump, graph, validate, schema, manual, export, query, storeSchema

        var testDescription: String { rawValue }

        /// The commands that the user `nobody` runs, too: one of each program, and one for each way of writing.
        static let ofNobody: [Command] = [.dump, .export, .manual]

        func arguments(_ target: String) -> [String] {
            let store = ["store.json", "--model", "Superheroes.xcdatamodeld"]
            return switch self {
            case .dump: ["dump", "Superheroes.xcdatamodeld", "--output", target]
            case .graph: ["graph", "Superheroes.xcdatamodeld", "--format", "dot", "--output", target]
            case .validate: ["validate", "Superheroes.xcdatamodeld", "--format", "json", "--output", target]
            case .schema: ["config", "schema", "--output", target]
            case .manual: ["manual", "--output", target]
            case .export: ["store", "export"] + store + ["Superhero", "--output", target]
            case .query: ["store", "query"] + store + ["Superhero", "--output", target]
            case .storeSchema: ["store", "schema", "Superheroes.xcdatamodeld", "--output", target]
            }
        }
    }

    private static let runs = Sandbox.runs(of: Command.allCases, asNobody: Command.ofNobody).sampled(every: 3)

    /// A sandbox with a model and a store, and what the command prints there.
    private func sandbox(_ command: Command, _ user: Sandbox.User) throws -> (sandbox: Sandbox, text: String) {
        let sandbox = try Sandbox(user)
        _ = try sandbox.model()
        try sandbox.folder.write("name\nBatman\n", to: "rows.csv")
        let store = ["store.json", "--model", "Superheroes.xcdatamodeld"]
        _ = try BuiltProduct("modelgen").run(
            ["store", "import"] + store + ["rows.csv", "--entity", "Superhero"], in: sandbox.folder.url)
        try sandbox.shell("chmod a+rw store.json*")
        #expect(try sandbox.run(command.arguments("expected")).exitCode == 0)
        let text = try sandbox.text("expected")
        #expect(!text.isEmpty)
        return (sandbox, text)
    }

    @Test(
        "Output is written into devices and pipes",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: runs)
    func devicesAndPipesAreWrittenInto(_ command: Command, _ user: Sandbox.User) throws {
        let (sandbox, text) = try sandbox(command, user)
        try sandbox.shell(
            "mknod null c 1 3; mknod full c 1 7; mknod disk b 7 250; mkfifo pipe; chmod 666 null full disk pipe")
        try sandbox.shell("ln -s null link")
        let before = try ["null", "full", "disk", "pipe", "link"].map(sandbox.appearance)

        #expect(try sandbox.run(command.arguments("null")).exitCode == 0)
        #expect(try sandbox.run(command.arguments("link")).exitCode == 0)
        let full = try sandbox.run(command.arguments("full"))
        #expect(full.exitCode == 74)
        #expect(full.errorOutput == "modelgen: error: 'full' cannot be written: no space left on device\n")
        let disk = try sandbox.run(command.arguments("disk"))
        #expect(disk.exitCode == 74)
        #expect(disk.errorOutput == "modelgen: error: 'disk' cannot be written: it is a device, not a file\n")
        let reader = PipeReader(sandbox.folder.path("pipe"))
        #expect(try sandbox.run(command.arguments("pipe")).exitCode == 0)
        #expect(reader.text() == text)

        #expect(try ["null", "full", "disk", "pipe", "link"].map(sandbox.appearance) == before)
    }

    @Test("Output follows symbolic links", arguments: runs)
    func linksAreFollowed(_ command: Command, _ user: Sandbox.User) throws {
        let (sandbox, text) = try sandbox(command, user)
        try sandbox.shell(
            """
            mkdir below && chmod 777 below && echo old > below/file && chmod 666 below/file
            ln -s file below/near && ln -s below/near far && ln -s nowhere dangling && ln -s circle circle
            """)
        let before = try ["below/file", "below/near", "far", "dangling", "circle"].map(sandbox.appearance)

        #expect(try sandbox.run(command.arguments("far")).exitCode == 0)
        #expect(try sandbox.text("below/file") == text)
        #expect(try sandbox.run(command.arguments("dangling")).exitCode == 0)
        #expect(try sandbox.text("nowhere") == text)
        let circle = try sandbox.run(command.arguments("circle"))
        #expect(circle.exitCode == 74)
        #expect(
            circle.errorOutput == "modelgen: error: 'circle' cannot be written: too many levels of symbolic links\n")

        #expect(try ["below/file", "below/near", "far", "dangling", "circle"].map(sandbox.appearance) == before)
        #expect(try sandbox.names(in: "below") == ["file", "near"])
    }

    @Test("Output keeps the permissions and owners of files", arguments: runs)
    func modesAndOwnersStay(_ command: Command, _ user: Sandbox.User) throws {
        let (sandbox, text) = try sandbox(command, user)
        try sandbox.shell(
            """
            for name in file guarded locked/file; do
                mkdir -p locked && echo old > $name && echo mine > $name.new && chmod 666 $name
            done
            chmod 444 guarded; chmod 755 locked; [ $(id -u) != 0 ] || chown 1234:2345 file
            """)
        let names = ["file", "guarded", "locked/file"]
        let before = try names.map(sandbox.appearance)

        #expect(try sandbox.run(command.arguments("file")).exitCode == 0)
        #expect(try sandbox.text("file") == text)
        let guarded = try sandbox.run(command.arguments("guarded"))
        #expect(guarded.exitCode == (user.obeysModes ? 74 : 0))
        #expect(try sandbox.text("guarded") == (user.obeysModes ? "old\n" : text))
        // Who may write the file and not the folder writes it where it is.
        #expect(try sandbox.run(command.arguments("locked/file")).exitCode == 0)
        #expect(try sandbox.text("locked/file") == text)
        if user == .nobody {
            let outcome = try sandbox.run(command.arguments("locked/none"))
            #expect(outcome.exitCode == 74)
            #expect(
                outcome.errorOutput == "modelgen: error: 'locked/none' cannot be written: permission denied\n")
        }

        #expect(try names.map(sandbox.appearance) == before)
        for name in names { #expect(try sandbox.text(name + ".new") == "mine\n") }
        #expect(try sandbox.names(in: "locked") == ["file", "file.new"])
        #expect(try sandbox.names().allSatisfy { !$0.hasPrefix(".modelgen") })
    }

    @Test(
        "Output to a full disk leaves all files unchanged",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: runs)
    func aFullDiskLeavesEverythingAsItWas(_ command: Command, _ user: Sandbox.User) throws {
        let (sandbox, _) = try sandbox(command, user)
        try sandbox.makeFullDisk("disk", containing: "old", in: "file")
        for name in ["disk/file", "disk/none"] {
            let outcome = try sandbox.run(command.arguments(name))
            #expect(outcome.exitCode == 74)
            #expect(
                outcome.errorOutput == "modelgen: error: '\(name)' cannot be written: no space left on device\n")
        }
        #expect(try sandbox.text("disk/file") == "old")
        #expect(try sandbox.names(in: "disk") == ["file", "filler"])
    }

    @Test("Output is written to streams of the shell", arguments: Sandbox.users)
    func streamsOfTheShellAreWrittenInto(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let model = try sandbox.model()
        let tool = (user.launcher + [BuiltProduct("modelgen").url.path(percentEncoded: false)]).joined(separator: " ")
        let text = try sandbox.run(["dump", model]).output
        #expect(
            try sandbox.shell("{ echo a; \(tool) dump \(model) --output /dev/stdout; echo b; } | cat")
                == "a\n\(text)b\n")
        try sandbox.shell("{ echo a; \(tool) dump \(model) --output /dev/stdout; echo b; } > file")
        #expect(try sandbox.text("file") == "a\n\(text)b\n")
        #expect(
            try sandbox.shell("bash -c 'set -o pipefail; \(tool) dump \(model) --output >(cat > got); wait $!'") == "")
        #expect(try sandbox.text("got") == text)
    }
}
