import Foundation
import TestSupport
import Testing

/// A file that is not there ends every command alike.
@Suite struct MissingFileTests {
    private static let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    @Test(
        "A missing file is the same error for every command",
        arguments: [
            ["validate", "None"], ["generate", "None", "--output", "Out"], ["format", "None"], ["port", "None"],
            ["dump", "None"],
            ["graph", "None"], ["diff", "None"], ["breaking", "None"], ["version", "list", "None"],
            ["version", "hashes", "None"], ["version", "add", "None"], ["edit", "remove", "None", "A"],
            ["init", "None"],
            ["validate", model, "--config", "None"],
            ["validate", model, "--baseline", "None"], ["generate", model, "--output", "Out", "--templates", "None"],
            ["store", "query", "None", "A", "--model", model], ["store", "count", "None", "A", "--model", model],
            ["store", "export", "None", "A", "--model", model], ["store", "stats", "None", "--model", model],
            ["store", "check", "None", "--model", model], ["store", "repair", "None", "--model", model],
            ["store", "backup", "None", "--output", "Copy", "--model", model],
            ["store", "convert", "None", "Copy", "--model", model], ["store", "model", "None"],
            ["store", "schema", "None"],
            ["store", "import", "New.json", "None", "--entity", "Superhero", "--model", model],
            ["store", "count", model, "A", "--model", "None"], ["store", "count", "None", "A"],
            ["store", "check", "None"],
        ])
    func aMissingFileEndsEveryCommandAlike(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let outcome = try BuiltProduct("modelgen").run(arguments, in: folder.url)
        #expect(outcome.exitCode == 74)
        #expect(outcome.output == "")
        #expect(outcome.errorOutput == "modelgen: error: 'None' cannot be read: no such file or directory\n")
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "Errors of modelgen.yml come before a missing model, for every command that reads its models",
        arguments: [
            ["generate"], ["validate"], ["format"], ["version", "list"], ["diff", "--all-versions"], ["breaking"],
        ])
    func configurationErrors(_ command: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("modls: x\nmodels: [None.xcdatamodeld]\n", to: "modelgen.yml")
        let outcome = try BuiltProduct("modelgen").run(command, in: folder.url)
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errors(in: folder) == """
                /project/modelgen.yml:1:1: error: unknown key 'modls' [settings-key-unknown]
                /project/modelgen.yml:1:1: note: did you mean 'models'?

                """)
    }

    /// Runs commands on a folder with a model, and a folder with models that cannot be searched.
    private func withUnsearchableFolder(
        _ user: Sandbox.User, mode: String, _ body: (Sandbox) throws -> Void
    ) throws {
        let sandbox = try Sandbox(user)
        try sandbox.folder.write(.model(containing: #"<entity name="A"/>"#), to: "In/Closed/S.xcdatamodel/contents")
        try sandbox.folder.write(
            .model(containing: #"<entity name="C"/>"#), to: "In/Closed/Other/U.xcdatamodel/contents")
        try sandbox.folder.write(.model(containing: #"<entity name="B"/>"#), to: "In/T.xcdatamodel/contents")
        try sandbox.shell("chmod \(mode) In/Closed")
        defer { _ = try? sandbox.shell("chmod 755 In/Closed") }
        try body(sandbox)
    }

    @Test(
        "What cannot be reached is not missing",
        arguments: [
            ["validate"], ["generate", "--output", "Out"], ["dump"], ["graph"], ["convert"], ["version", "list"],
            ["breaking"], ["format"],
        ], Sandbox.users.filter(\.obeysModes))
    func unreachableModels(_ command: [String], _ user: Sandbox.User) throws {
        try withUnsearchableFolder(user, mode: "000") { sandbox in
            let model = try sandbox.run(command + ["In/Closed/S.xcdatamodel"])
            #expect(model.exitCode == 1)
            #expect(
                model.errors(in: sandbox.folder).hasSuffix(
                    "/project/In/Closed/S.xcdatamodel: error: cannot be read: permission denied [file-unreadable]\n"),
                "\(model.errorOutput)")
            guard command != ["convert"] else { return }
            let folder = try sandbox.run(command + ["In/Closed"])
            #expect(folder.exitCode == 1)
            #expect(
                folder.errors(in: sandbox.folder).hasPrefix(
                    "/project/In/Closed: error: the folder cannot be searched for models: permission denied "
                        + "[file-unreadable]\n"),
                "\(folder.errorOutput)")
        }
    }

    @Test(
        "A folder that cannot be searched is a warning, and an error where a model must not be overlooked",
        arguments: Sandbox.users.filter(\.obeysModes))
    func overlookedModels(_ user: Sandbox.User) throws {
        try withUnsearchableFolder(user, mode: "000") { sandbox in
            for (command, severity) in [
                (["validate"], "warning"), (["dump"], "warning"), (["version", "list"], "warning"),
                (["generate", "--output", "Out"], "error"), (["breaking"], "error"),
            ] {
                let outcome = try sandbox.run(command + ["In"])
                #expect(outcome.exitCode == (severity == "error" ? 1 : 0), "\(command)")
                #expect(
                    outcome.errors(in: sandbox.folder).contains(
                        "/project/In/Closed: \(severity): the folder cannot be searched for models: permission "
                            + "denied"),
                    "\(command): \(outcome.errorOutput)")
            }
            #expect(try sandbox.names() == ["In"])
        }
    }

    @Test(
        "In a folder that can be listed but not searched, models are errors, and other folders can be overlooked",
        arguments: Sandbox.users.filter(\.obeysModes))
    func listableFolders(_ user: Sandbox.User) throws {
        try withUnsearchableFolder(user, mode: "444") { sandbox in
            for (command, severity) in [
                (["validate"], "warning"), (["generate", "--output", "Out"], "error"), (["breaking"], "error"),
            ] {
                let outcome = try sandbox.run(command + ["In"])
                let errors = outcome.errors(in: sandbox.folder)
                #expect(outcome.exitCode == 1, "\(command)")
                #expect(
                    errors.contains(
                        "/project/In/Closed/S.xcdatamodel: error: cannot be read: permission denied "
                            + "[file-unreadable]\n"),
                    "\(command): \(outcome.errorOutput)")
                #expect(
                    errors.contains(
                        "/project/In/Closed: \(severity): the folder cannot be searched for models: permission "
                            + "denied"),
                    "\(command): \(outcome.errorOutput)")
            }
            #expect(try sandbox.names() == ["In"])
        }
    }

    @Test(
        "A version or a bundle that cannot be searched does not lack its files",
        arguments: Sandbox.users.filter(\.obeysModes))
    func closedModels(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let bundle = "S.xcdatamodeld"
        let version = "\(bundle)/S.xcdatamodel"
        try sandbox.folder.write(.model(containing: #"<entity name="A"/>"#), to: "\(version)/contents")
        defer { _ = try? sandbox.shell("chmod 755 \(bundle) && chmod 755 \(version)") }
        for (folder, file) in [(version, "contents"), (bundle, ".xccurrentversion")] {
            try sandbox.shell("chmod 444 \(folder)")
            let outcome = try sandbox.run(["validate", bundle])
            #expect(outcome.exitCode == 1)
            #expect(
                outcome.errors(in: sandbox.folder).contains(
                    "/project/\(folder)/\(file): error: cannot be read: permission denied [file-unreadable]\n"),
                "\(outcome.errorOutput)")
            #expect(!outcome.errorOutput.contains("version control"), "\(outcome.errorOutput)")
            try sandbox.shell("chmod 755 \(folder)")
        }
    }

    @Test(
        "An output in a folder that cannot be searched is not one in a missing folder",
        arguments: Sandbox.users.filter(\.obeysModes))
    func unreachableOutputs(_ user: Sandbox.User) throws {
        try withUnsearchableFolder(user, mode: "000") { sandbox in
            let message = "modelgen: error: 'In/Closed/copy.json' cannot be written: permission denied\n"
            let dumped = try sandbox.run(["dump", "In/T.xcdatamodel", "-o", "In/Closed/copy.json"])
            #expect(dumped.exitCode == 74)
            #expect(dumped.errorOutput == message)
            let created = try sandbox.run(["store", "create", "H.json", "--model", "In/T.xcdatamodel"])
            #expect(created.exitCode == 0, "\(created.errorOutput)")
            let copied = try sandbox.run(["store", "backup", "H.json", "-o", "In/Closed/copy.json"])
            #expect(copied.exitCode == 74)
            #expect(copied.errorOutput.lowercased().contains("permission denied"), "\(copied.errorOutput)")
        }
    }
}
