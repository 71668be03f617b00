import Foundation
import TestSupport
import Testing

/// Folders that cannot be searched, and files in them that cannot be read, where something other than models is looked
/// for.
@Suite struct UnsearchableFolderTests {
    /// Runs commands in a folder with parts that the user may not search.
    private func withClosed(
        _ paths: [String], mode: String = "000", _ user: Sandbox.User, files: (Sandbox) throws -> Void,
        _ body: (Sandbox) throws -> Void
    ) throws {
        let sandbox = try Sandbox(user)
        try files(sandbox)
        try sandbox.shell("chmod -R a+rwX .")
        for path in paths { try sandbox.shell("chmod \(mode) \(path)") }
        defer { for path in paths { _ = try? sandbox.shell("chmod 755 \(path)") } }
        try body(sandbox)
    }

    private func addCompiledModels(_ sandbox: Sandbox) throws {
        let folder = SourceTree.folder("Tests/Fixtures/CompiledModels").path(percentEncoded: false)
        let model = "'\(folder)/Library.TextTwice.mom'"
        try sandbox.shell("mkdir -p In/Closed/Deep && cp \(model) In/A.mom && cp \(model) In/Closed/B.mom")
    }

    @Test("Compiled models that are overlooked do not pass a check", arguments: Sandbox.users.filter(\.obeysModes))
    func compiledModels(_ user: Sandbox.User) throws {
        try withClosed(["In/Closed"], user, files: addCompiledModels) { sandbox in
            for (command, severity) in [(["breaking"], "error"), (["diff", "--all-versions"], "warning")] {
                let outcome = try sandbox.run(command + ["In"])
                #expect(outcome.exitCode == (severity == "error" ? 1 : 0), "\(outcome.errorOutput)")
                #expect(
                    outcome.errors(in: sandbox.folder).contains(
                        """
                        /project/In/Closed: \(severity): the folder cannot be searched for compiled models: permission \
                        denied [file-unreadable]
                        /project/In/Closed: note: allow reading it, or specify the compiled models themselves

                        """),
                    "\(outcome.errorOutput)")
            }
        }
        try withClosed(["In/Closed"], mode: "444", user, files: addCompiledModels) { sandbox in
            let outcome = try sandbox.run(["breaking", "In"])
            let errors = outcome.errors(in: sandbox.folder)
            #expect(outcome.exitCode == 1)
            #expect(errors.contains("/project/In/Closed/B.mom: error: cannot be read: permission denied"), "\(errors)")
            #expect(
                errors.contains("/project/In/Closed: error: the folder cannot be searched for compiled models"),
                "\(errors)")
        }
    }

    @Test(
        "Mapping models that cannot be read are reported where they would count",
        arguments: Sandbox.users.filter(\.obeysModes))
    func mappingModels(_ user: Sandbox.User) throws {
        func addModels(_ sandbox: Sandbox) throws {
            for version in ["S", "T"] {
                try sandbox.folder.write(
                    .model(containing: "<entity name=\"\(version)\"/>"),
                    to: "In/S.xcdatamodeld/\(version).xcdatamodel/contents")
            }
            try sandbox.folder.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key><string>T.xcdatamodel</string></dict></plist>
                """, to: "In/S.xcdatamodeld/.xccurrentversion")
            try sandbox.folder.write("", to: "In/Maps/Closed/C.xcmappingmodel/xcmapping.xml")
            try sandbox.folder.write("", to: "In/Maps/D.xcmappingmodel/xcmapping.xml")
        }
        try withClosed(["In/Maps/Closed", "In/Maps/D.xcmappingmodel"], user, files: addModels) { sandbox in
            for command in [["breaking"], ["diff", "--all-versions"]] {
                let outcome = try sandbox.run(command + ["In/S.xcdatamodeld"])
                let errors = outcome.errors(in: sandbox.folder)
                #expect(
                    errors.contains(
                        """
                        /project/In/Maps/Closed: warning: the folder cannot be searched for mapping models: permission \
                        denied [file-unreadable]
                        /project/In/Maps/Closed: note: allow reading it
                        """), "\(errors)")
                #expect(
                    errors.contains(
                        "/project/In/Maps/D.xcmappingmodel/xcmapping.xml: warning: cannot be read: permission denied"),
                    "\(errors)")
            }
        }
    }

    @Test(
        "The command plugins generate nothing for targets with folders that cannot be searched",
        arguments: Sandbox.users.filter(\.obeysModes))
    func targets(_ user: Sandbox.User) throws {
        func addModels(_ sandbox: Sandbox) throws {
            try sandbox.folder.write("", to: "Package.swift")
            for path in ["Own", "Closed", "Other", "Nested"] {
                try sandbox.folder.write(
                    .model(containing: "<entity name=\"\(path)\"/>"), to: "In/\(path)/\(path).xcdatamodel/contents")
            }
            try sandbox.folder.write("", to: "In/Nested/Package.swift")
            try sandbox.shell("mkdir In/Nested/Closed")
        }
        func generate(_ sandbox: Sandbox) throws -> BuiltProduct.Outcome {
            let folder = sandbox.folder.path("In")
            return try sandbox.run([
                "generate-models", "--package-target", "A=\(folder)", "--package-target", "B=\(folder)/Other",
                "--target", "A",
            ])
        }
        try withClosed(["In/Closed"], user, files: addModels) { sandbox in
            let outcome = try generate(sandbox)
            #expect(outcome.exitCode == 1)
            #expect(
                outcome.errors(in: sandbox.folder).contains(
                    "/project/In/Closed: error: the folder cannot be searched for models: permission denied"),
                "\(outcome.errorOutput)")
            #expect(try !sandbox.names(in: "In").contains("Generated"))
        }
        // Other targets and packages are no part of the target.
        try withClosed(["In/Other", "In/Nested/Closed"], user, files: addModels) { sandbox in
            let outcome = try generate(sandbox)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        }
    }
}
