import Foundation
import PostgreSQLStore
import PostgreSQLTestSupport
import TestSupport
import Testing

/// `modelgen store` on stores in a database, from the command line.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct PostgreSQLStoreCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder
    private let server: TestServer
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        server = try #require(TestServer.shared)
        store = "\(server.address)&schema=\(server.newSchemaName())"
        let rows = try folder.write("name,universe\nBatman,dc\nHulk,marvel\n", to: "rows.csv")
        let imported = try run("import", "--model", model, rows, "--entity", "Superhero")
        #expect(imported.output == "2 inserted, 0 updated, 0 rejected\n", "\(imported.errorOutput)")
    }

    private func run(_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["store", command, store] + arguments)
    }

    @Test("Objects are queried, counted, and exported with the model in the store")
    func readingCommands() throws {
        try expectHeroes(model: model, run)
    }

    @Test("A service file and the environment variables of libpq set the server")
    func libpqSettings() throws {
        let schema = try #require(store.split(separator: "=").last)
        let settings = server.connection.split(separator: " ")
        let file = try folder.write("[heroes]\n\(settings.joined(separator: "\n"))\n", to: "services.conf")
        let names = ["host": "PGHOST", "user": "PGUSER", "dbname": "PGDATABASE"]
        let variables = settings.reduce(into: [String: String]()) { variables, setting in
            let parts = setting.split(separator: "=").map(String.init)
            if let name = names[parts[0]] { variables[name] = parts[1] }
        }
        func query(_ connection: String, _ environment: [String: String]) throws -> BuiltProduct.Outcome {
            let place = "\(connection)schema=\(schema)"
            return try tool.run(
                ["store", "query", place, "Superhero sort name", "--format", "csv"], environment: environment)
        }
        let heroes = "id,abilities,name,universe\r\n1,,Batman,dc\r\n2,,Hulk,marvel\r\n"
        let service = try query("postgresql:///?service=heroes&", ["PGSERVICEFILE": file])
        #expect(service.output == heroes, "\(service.errorOutput)")
        let named = try query("postgresql://?", variables)
        #expect(named.output == heroes, "\(named.errorOutput)")
        let absent = try query("postgresql:///?service=villains&", ["PGSERVICEFILE": file])
        #expect(absent.exitCode == 74)
        #expect(
            absent.errorOutput == """
                modelgen: error: service 'villains' schema '\(schema)': the server cannot be reached: definition of service \
                "villains" not found

                """)
    }

    @Test(
        "A store in a database is converted to a file and back",
        arguments: ["heroes.json", "heroes.sqlite"])
    func convertsToAFileAndBack(_ name: String) throws {
        let file = folder.path(name)
        let out = try run("convert", file)
        #expect(out.output == "objects copied and compared: 2\n", "\(out.errorOutput)")
        let copy = "\(server.address)&schema=\(server.newSchemaName())"
        let back = try tool.run("store", "convert", file, copy, "--model", model)
        #expect(back.output == "objects copied and compared: 2\n", "\(back.errorOutput)")
        #expect(try tool.run("store", "export", copy, "Superhero").output == run("export", "Superhero").output)
        let again = try tool.run("store", "convert", file, copy, "--model", model)
        #expect(again.exitCode == 74)
        #expect(again.errorOutput.hasSuffix("' already exists; nothing was written\n"))
    }

    @Test(
        "A store whose conversion is killed is absent, or says that it is incomplete and how to remove it",
        arguments: [
            ("CREATE SCHEMA", false), ("CREATE TABLE", false), ("CREATE SEQUENCE", false),
            ("modelgen_store (id", false), ("modelgen_entity (number", false), ("COMMIT", false), ("pg_index", true),
            ("modelgen_transaction WHERE", true), (#""superhero" ("id""#, true), ("SET last_number", true),
            ("modelgen_transaction (number", true), ("NOTIFY", true), ("SET format", true),
        ])
    func aKilledConversion(at statement: String, isBegun: Bool) throws {
        let schema = server.newSchemaName()
        let relay = try Relay(to: server)
        relay.cut(.never(containing: statement))
        let process = Process()
        process.executableURL = BuiltProduct("modelgen-store").url
        process.arguments = ["convert", store, "\(relay.address)&schema=\(schema)"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        #expect(relay.waitUntilHolding())
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let copy = "\(server.address)&schema=\(schema)"
        if isBegun {
            for arguments in [["count", copy, "Superhero"], ["convert", store, copy]] {
                let refused = try tool.run(["store"] + arguments)
                #expect(refused.exitCode == 1, "\(arguments)")
                #expect(refused.errorOutput.contains("the store is incomplete: "), "\(refused.errorOutput)")
                #expect(refused.errorOutput.contains("DROP SCHEMA \"\(schema)\" CASCADE"), "\(refused.errorOutput)")
            }
            try server.run("DROP SCHEMA \"\(schema)\" CASCADE")
        }
        #expect(try tool.run("store", "convert", store, copy).output == "objects copied and compared: 2\n")
    }

    @Test(
        "A command on a schema without a store says that there is none",
        arguments: [
            ["query", "Superhero"], ["count", "Superhero"], ["export"], ["check"], ["repair"], ["model"], ["stats"],
            ["migrate", "--to", "Models/Superheroes.xcdatamodeld"], ["convert", "copy.json"],
        ])
    func missingStore(_ arguments: [String]) throws {
        for (schema, name) in [("&schema=heros", "schema 'heros'"), ("", "default schema")] {
            let place = "\(server.address)\(schema)"
            let refused = try tool.run(["store", arguments[0], place] + arguments.dropFirst(), in: folder.url)
            #expect(refused.exitCode == 74)
            #expect(refused.errorMessage == "modelgen: error: the store in the \(name) does not exist\n")
        }
    }

    @Test("The remedy for an address that cannot be read names the only form that commands know")
    func unreadableAddresses() throws {
        let refused = try tool.run("store", "count", "\(server.address)&bogus=1", "Superhero")
        #expect(refused.exitCode == 64)
        #expect(refused.errorMessage.contains("the connection string cannot be read; write 'postgresql://"))
        #expect(!refused.errorMessage.contains("dbname="), "\(refused.errorMessage)")
    }

    @Test(
        "An address with a schema of the server, or an empty one, is a usage error",
        arguments: ["information_schema", "pg_catalog", ""])
    func schemasOfTheServer(_ name: String) throws {
        let place = "\(server.address)&schema=\(name)"
        for arguments in [["create", place, "--model", model], ["count", place, "Superhero"]] {
            let refused = try tool.run(["store"] + arguments)
            #expect(refused.exitCode == 64, "\(refused.errorOutput)")
            #expect(refused.errorMessage.contains("the server"), "\(refused.errorMessage)")
        }
    }

    @Test("Only --drop makes a migration read the model in the store for its names")
    func namesToDrop() throws {
        let schema = try #require(store.split(separator: "=").last)
        func connectionCount(_ arguments: String...) throws -> Int {
            let relay = try Relay(to: server)
            let place = "\(relay.address)&schema=\(schema)"
            let outcome = try tool.run(["store", "migrate", place, "--to", model, "--dry-run"] + arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
            return relay.connectionCount
        }
        let count = try connectionCount()
        #expect(try connectionCount("--drop", "Superhero.name") > count)
    }

    @Test("A check reports the table and row of an error")
    func checkSaysTableAndRow() throws {
        let schema = try #require(store.split(separator: "=").last)
        try server.run("UPDATE \(schema).superhero SET entity = 99 WHERE id = 2")
        let found = try run("check")
        #expect(found.exitCode == 1)
        #expect(found.output.hasSuffix(": superhero, row 2: this table has no entity with the number 99 (entity)\n"))
    }

    /// What a schema of the server contains: columns, constraints, indexes, sequences,
    /// and comments, without the schema's name.
    private func contents(ofSchema name: String) throws -> [String] {
        try server.run(
            """
            SELECT concat_ws(' ', 'column', table_name, column_name, data_type, collation_name, is_nullable, column_default)
                FROM information_schema.columns WHERE table_schema = '\(name)'
            UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
                FROM pg_constraint WHERE connamespace = '\(name)'::regnamespace
            UNION ALL SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = '\(name)'
            UNION ALL SELECT concat_ws(' ', 'sequence', sequence_name)
                FROM information_schema.sequences WHERE sequence_schema = '\(name)'
            UNION ALL SELECT concat_ws(' ', 'comment', c.relname, d.objsubid, d.description) FROM pg_description d
                JOIN pg_class c ON c.oid = d.objoid WHERE c.relnamespace = '\(name)'::regnamespace ORDER BY 1
            """
        ).replacing("\(name).", with: "").replacing(/model_number = [0-9]+/, with: "model_number = …")
            .split(separator: "\n").map(String.init)
    }

    /// Only the number of the model differs, with which each store begins.
    @Test("`create` makes the tables that `schema` prints", arguments: ["snake-case", "model"])
    func createsWhatSchemaPrints(_ naming: String) throws {
        let (made, printed) = (server.newSchemaName(), server.newSchemaName())
        let model = folder.path("Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: URL(filePath: model))
        for path in ["Superhero", "Superhero/name"] {
            let edited = try tool.run("edit", "set-user-info", model, path, "documentation=What people call 'it'.")
            #expect(edited.exitCode == 0, "\(edited.errorOutput)")
        }
        let empty = "\(server.address)&schema=\(made)"
        #expect(try tool.run("store", "create", empty, "--model", model, "--naming", naming).exitCode == 0)
        #expect(try tool.run("store", "count", empty, "Superhero").output == "0\n")
        #expect(try tool.run("store", "create", empty, "--model", model).exitCode == 74)
        let schema = try tool.run("store", "schema", model, "--dialect", "postgresql", "--naming", naming)
        try expectTranscript(schema, in: folder, at: "PostgreSQLStoreCommand/Schema-\(naming)")
        try server.run("CREATE SCHEMA \(printed)")
        try server.run(schema.output.replacing("\"public\"", with: "\"\(printed)\""))
        let contents = try contents(ofSchema: made)
        #expect(contents.count { $0.hasPrefix("comment") && $0.hasSuffix(" What people call 'it'.") } == 2)
        #expect(try self.contents(ofSchema: printed) == contents)
        for kind in ["column", "constraint", "index", "sequence"] {
            #expect(contents.contains { $0.hasPrefix(kind) }, "\(kind)")
        }
    }

    @Test("Naming conventions apply only to databases")
    func namingIsForDatabases() throws {
        let created = try tool.run(
            "store", "create", folder.path("Heroes.sqlite"), "--model", model, "--naming", "model")
        try expectTranscript(created, in: folder, at: "PostgreSQLStoreCommand/Naming-of-a-file")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Heroes.sqlite")))
        let schema = try tool.run("store", "schema", model, "--naming", "model")
        try expectTranscript(schema, in: folder, at: "PostgreSQLStoreCommand/Naming-without-dialect")
    }

    /// A bundle with a version after that of the store, which renames an attribute.
    private func makeNextVersion() throws -> String {
        try folder.write("", to: "Package.swift")
        let bundle = folder.path("Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: URL(filePath: bundle))
        for arguments in [
            ["version", "add", bundle, "Next"], ["edit", "rename", bundle, "Superhero/name", "title"],
            ["edit", "add-attribute", bundle, "Superhero/note", "String"],
        ] {
            let outcome = try tool.run(arguments, in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        }
        return bundle
    }

    @Test("A store in a database is migrated to the current version of its model")
    func aStoreFollowsItsModel() throws {
        let bundle = try makeNextVersion()
        let changes = """
            Superhero: 2 objects
              note: new, no value
              title: continues 'name'

            """
        let trial = try run("migrate", "--to", bundle, "--dry-run")
        #expect(trial.output == changes + "nothing was written\n", "\(trial.errorOutput)")
        #expect(try run("query", "Superhero where name = 'Batman' columns name").output == "name\n------\nBatman\n")
        #expect(try run("migrate", "--to", bundle).output == changes + "migrated\n")
        #expect(try run("query", "Superhero where title = 'Batman' columns title").output == "title\n------\nBatman\n")
        #expect(try run("check").exitCode == 0)
        #expect(try run("migrate", "--to", bundle).output.hasPrefix("nothing to migrate"))
        #expect(try tool.run("edit", "remove", bundle, "Superhero/title", in: folder.url).exitCode == 0)
        let refused = try run("migrate", "--to", bundle)
        try expectTranscript(refused, in: folder, at: "PostgreSQLStoreCommand/Loses-data")
        #expect(try run("migrate", "--to", bundle, "--drop", "Superhero.title").exitCode == 0)
    }

    @Test(
        "MIG-29 a migration that is killed leaves the old store or the new one",
        arguments: ["LOCK TABLE", "CREATE TABLE", "INSERT INTO", "DROP TABLE", "modelgen_model_number", "COMMIT"])
    func aKilledMigrationLeavesOneOfTheStores(_ statement: String) throws {
        let bundle = try makeNextVersion()
        let rows = try folder.write("name\n" + (1...2000).map { "hero \($0)\n" }.joined(), to: "many.csv")
        let schema = server.newSchemaName()
        let place = "\(server.address)&schema=\(schema)"
        #expect(try tool.run("store", "import", place, rows, "--entity", "Superhero", "--model", model).exitCode == 0)
        let relay = try Relay(to: server)
        relay.cut(.never(containing: statement))
        let process = Process()
        process.executableURL = BuiltProduct("modelgen-store").url
        process.arguments = ["migrate", "\(relay.address)&schema=\(schema)", "--to", bundle]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // It waits for the statement's answer, and the server for the statement.
        #expect(relay.waitUntilHolding())
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let check = try tool.run("store", "check", place)
        #expect(check.exitCode == 0, "\(check.output)\(check.errorOutput)")
        #expect(try server.run("SELECT COUNT(*) FROM \(schema).superhero WHERE name LIKE 'hero %'") == "2000")
    }

    @Test("Empty stores in files can be created")
    func createsFiles() throws {
        for name in ["empty.json", "empty.sqlite"] {
            let made = try tool.run("store", "create", folder.path(name), "--model", model)
            #expect(made.exitCode == 0, "\(made.errorOutput)")
            #expect(try tool.run("store", "count", folder.path(name), "Superhero", "--model", model).output == "0\n")
        }
    }

    @Test(
        "A refused command does not print the connection string",
        arguments: [
            ["backup", "--output", "copy"], ["repair"], ["migrate", "--to", "Models/Superheroes.xcdatamodeld"],
            ["count", "Superhero"], ["check"], ["model"],
        ])
    func refusedCommands(_ arguments: [String]) throws {
        let place = "postgresql://user:hunter2@/x?host=/nowhere"
        let refused = try tool.run(["store", arguments[0], place] + arguments.dropFirst())
        #expect([64, 74].contains(refused.exitCode))
        #expect(!refused.errorOutput.isEmpty)
        #expect(!refused.errorOutput.contains("hunter2"))
    }
}
