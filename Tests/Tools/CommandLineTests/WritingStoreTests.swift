import Foundation
import TestSupport
import Testing

/// The commands that open stores, as root and as nobody: they write to stores and to nothing else.
@Suite struct WritingStoreTests {
    /// A command on a store.
    enum Command: String, CaseIterable, CustomTestStringConvertible {
        case `import`, query, count, export, stats, check, repair, backup

        var testDescription: String { rawValue }

        /// The commands that the user `nobody` runs, too: all that write, and one of those that only read,
        /// which open stores alike.
        static let ofNobody: [Command] = [.import, .query, .repair, .backup]

        /// Whether the store is only read.
        var isReading: Bool { self != .import && self != .repair }

        func arguments(_ store: String) -> [String] {
            let rest =
                switch self {
                case .import: ["rows.csv", "--entity", "Superhero"]
                case .query, .count, .export: ["Superhero"]
                case .stats, .check, .repair: [String]()
                case .backup: ["--output", "copy-of-\(store.replacing("/", with: "-"))"]
                }
            return ["store", rawValue, store, "--model", "Superheroes.xcdatamodeld"] + rest
        }
    }

    private static let runs = Sandbox.runs(of: Command.allCases, asNobody: Command.ofNobody).sampled(every: 3)

    /// A sandbox with a model, rows and, at some paths, stores of one hero which everybody may write.
    private func sandbox(_ user: Sandbox.User, stores: [String] = []) throws -> Sandbox {
        let sandbox = try Sandbox(user)
        _ = try sandbox.model()
        try sandbox.folder.write("name\nBatman\n", to: "rows.csv")
        for store in stores {
            _ = try BuiltProduct("modelgen").run(Command.import.arguments(store), in: sandbox.folder.url)
            try sandbox.shell("chmod 666 \(store)*; rm -f \(store).lock")
        }
        return sandbox
    }

    // MARK: - What is no store

    @Test(
        "Pipes, devices, folders, and circular links are refused as stores",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: runs)
    func whatIsNoFileIsRefusedAtOnce(_ command: Command, _ user: Sandbox.User) throws {
        let sandbox = try sandbox(user)
        try sandbox.shell(
            """
            mkfifo pipe; mknod null c 1 3; mknod full c 1 7; mknod disk b 7 250; chmod 666 pipe null full disk
            mkdir folder; ln -s pipe link; ln -s circle circle
            """)
        let reasons = [
            "pipe": "it is a pipe, not a file", "link": "it is a pipe, not a file",
            "null": "it is a device, not a file", "full": "it is a device, not a file",
            "disk": "it is a device, not a file", "folder": "it is a folder",
            "circle": "it is a broken link",
        ]
        let before = try (reasons.keys.sorted().map(sandbox.appearance), sandbox.names())
        for (name, reason) in reasons {
            let outcome = try sandbox.run(command.arguments(name))
            #expect(outcome.exitCode == 74)
            // What a link leads to is named.
            let file = name == "link" ? "pipe" : name
            #expect(
                outcome.errors(in: sandbox.folder)
                    == "modelgen: error: /project/\(file): the store cannot be opened: \(reason)\n")
        }
        #expect(try reasons.keys.sorted().map(sandbox.appearance) == before.0)
        #expect(try sandbox.names() == before.1)
    }

    @Test(
        "Pipes, devices, and folders in the place of a store's files are refused",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: ["journal", "history", "lock"], Sandbox.users)
    func filesBesideAStoreAreFiles(_ ending: String, _ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        let name = "store.json.\(ending)"
        for (line, reason) in [
            ("mkfifo \(name)", "it is a pipe, not a file"), ("mknod \(name) c 1 3", "it is a device, not a file"),
            ("mkdir \(name)", "it is a folder"), ("ln -s nowhere \(name)", "it is a broken link"),
        ] {
            try sandbox.shell("\(line); chmod 777 \(name) 2> /dev/null || true")
            let before = try (sandbox.appearance(name), sandbox.names(), sandbox.text("store.json"))
            for command in user == .nobody ? Command.ofNobody : Command.allCases {
                let outcome = try sandbox.run(command.arguments("store.json"))
                #expect(outcome.exitCode == 74, "\(command) \(line)")
                #expect(
                    outcome.errors(in: sandbox.folder)
                        == "modelgen: error: /project/\(name): the store cannot be opened: \(reason)\n")
            }
            let after = try (sandbox.appearance(name), sandbox.names(), sandbox.text("store.json"))
            #expect(after == before)
            try sandbox.shell("rm -d \(name)")
        }
    }

    @Test("The lock of a store does not overwrite the target of a symbolic link", arguments: Sandbox.users)
    func lockAtSymbolicLink(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.shell("echo precious > own; chmod 666 own; ln -s own store.json.lock")
        #expect(try sandbox.run(Command.import.arguments("store.json")).exitCode == 74)
        #expect(try sandbox.text("own") == "precious\n")
    }

    // MARK: - Stores that are there

    @Test("Stores are found through symbolic links", arguments: runs)
    func storesAreFoundThroughLinks(_ command: Command, _ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.shell("ln -s store.json near && ln -s near far && ln -s made.json dangling")
        let before = try ["near", "far", "dangling"].map(sandbox.appearance)
        #expect(try sandbox.run(command.arguments("far")).exitCode == 0)
        #expect(try sandbox.run(Command.count.arguments("store.json")).output == (command == .import ? "2\n" : "1\n"))
        #expect(try sandbox.run(command.arguments("dangling")).exitCode == (command == .import ? 0 : 74))
        #expect(try ["near", "far", "dangling"].map(sandbox.appearance) == before)
        #expect(FileManager.default.fileExists(atPath: sandbox.folder.path("made.json")) == (command == .import))
    }

    @Test("Commands keep the permissions and owners of stores", arguments: runs)
    func modesAndOwnersOfStoresStay(_ command: Command, _ user: Sandbox.User) throws {
        let stores = ["store.json", "guarded.json", "locked/store.json"]
        let sandbox = try sandbox(user, stores: stores)
        // Damage that can be repaired, for there to be something to write.
        if command == .repair {
            for store in stores { try sandbox.shell("sed -i 's/\"Batman\"/7/' \(store)") }
        }
        try sandbox.shell(
            """
            chmod 646 store.json; chmod 444 guarded.json; chmod 755 locked
            [ $(id -u) != 0 ] || chown 1234:2345 store.json guarded.json
            """)
        let before = try (stores.map(sandbox.appearance), stores.map(sandbox.text))
        #expect(try sandbox.run(command.arguments("store.json")).exitCode == 0)
        // A store that the user may only read is read all the same, also where nothing can be made beside it.
        for store in ["guarded.json", "locked/store.json"] {
            let mayWrite = store == "guarded.json" ? !user.obeysModes : user == .current
            let outcome = try sandbox.run(command.arguments(store))
            #expect(outcome.exitCode == (command.isReading || mayWrite ? 0 : 74), "\(store): \(outcome.errorOutput)")
        }
        let appearances = try stores.map(sandbox.appearance)
        if user == .current {
            #expect(appearances == before.0)
        } else {
            // Nobody may give files away.
            #expect(appearances.dropFirst() == before.0.dropFirst())
            #expect(try sandbox.text("guarded.json") == before.1[1])
            #expect(try sandbox.names(in: "locked") == ["store.json"])
        }
        if command.isReading { #expect(try stores.map(sandbox.text) == before.1) }
    }

    @Test(
        "Files that root creates beside a store belong to the owner of the store",
        .enabled(if: geteuid() == 0, "only root can give files away; run the tests as root"),
        arguments: [Command.import, .repair])
    func whatRootMakesBesideAStoreIsItsOwners(_ command: Command) throws {
        let sandbox = try sandbox(.current, stores: ["store.json"])
        if command == .repair { try sandbox.shell("sed -i 's/\"Batman\"/7/' store.json") }
        try sandbox.shell("chown 1234:2345 store.json")
        #expect(try sandbox.run(command.arguments("store.json")).exitCode == 0)
        for name in ["store.json", "store.json.lock"] {
            #expect(try sandbox.shell("stat -c %u:%g \(name)") == "1234:2345\n")
        }
    }

    @Test(
        "Importing on a full disk leaves the store unchanged",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: Sandbox.users)
    func importingOnAFullDisk(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        let text = try sandbox.text("store.json")
        try sandbox.makeFullDisk("disk", containing: text, in: "store.json")
        for store in ["disk/store.json", "disk/none.json"] {
            let outcome = try sandbox.run(Command.import.arguments(store))
            #expect(outcome.exitCode == 74)
            #expect(
                outcome.errors(in: sandbox.folder) == """
                    modelgen: error: /project/\(store): the store cannot be saved: No space left on device (write)

                    """)
        }
        #expect(try sandbox.text("disk/store.json") == text)
        #expect(try sandbox.run(Command.count.arguments("disk/store.json")).output == "1\n")
        #expect(try sandbox.names(in: "disk").filter { !$0.hasSuffix(".lock") } == ["filler", "store.json"])
    }

    @Test(
        "Repairing on a full disk leaves the store unchanged",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: Sandbox.users)
    func repairingOnAFullDisk(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.shell("sed -i 's/\"Batman\"/7/' store.json")
        let text = try sandbox.text("store.json")
        try sandbox.makeFullDisk("disk", containing: text, in: "store.json")
        let outcome = try sandbox.run(Command.repair.arguments("disk/store.json"))
        #expect(outcome.exitCode == 74)
        #expect(try sandbox.text("disk/store.json") == text)
        #expect(try sandbox.names(in: "disk").filter { !$0.hasSuffix(".lock") } == ["filler", "store.json"])
    }

    @Test(
        "A new store or model on a full disk leaves nothing that keeps the command from running again",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: [
            ["create", "disk/new.json", "--model", "Superheroes.xcdatamodeld"],
            ["create", "disk/new.sqlite", "--model", "Superheroes.xcdatamodeld"],
            ["model", "store.json", "--output", "disk/New.xcdatamodeld"],
        ])
    func creatingOnAFullDisk(_ arguments: [String]) throws {
        let sandbox = try sandbox(.current, stores: ["store.json"])
        try sandbox.makeFullDisk("disk", containing: "mine", in: "file")
        #expect(try sandbox.run(["store"] + arguments).exitCode == 74)
        #expect(try sandbox.names(in: "disk") == ["file", "filler"])
        // Enough for SQLite.
        try sandbox.shell("rm disk/filler && mount -o remount,size=4m disk")
        let outcome = try sandbox.run(["store"] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
    }

    @Test(
        "Writing more than the limit for files leaves the store unchanged", arguments: ["modelgen", "modelgen-store"])
    func writingBeyondTheLimit(_ program: String) throws {
        let sandbox = try sandbox(.current, stores: ["store.json"])
        let text = try sandbox.text("store.json")
        try sandbox.folder.write("name\n" + (1...3000).map { "Hero \($0)\n" }.joined(), to: "rows.csv")
        let before = try sandbox.names().filter { !$0.hasSuffix(".lock") }
        for store in ["store.json", "new.json"] {
            let arguments = Command.import.arguments(store)
            let outcome = try BuiltProduct(program).run(
                program == "modelgen" ? arguments : Array(arguments.dropFirst()), in: sandbox.folder.url,
                launcher: ["/bin/sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"])
            #expect(outcome.exitCode == 74)
            #expect(
                outcome.errors(in: sandbox.folder) == """
                    modelgen: error: /project/\(store): the store cannot be saved: File too large (write)

                    """)
        }
        #expect(try sandbox.text("store.json") == text)
        #expect(try sandbox.names().filter { !$0.hasSuffix(".lock") } == before)
    }

    @Test("A refused import leaves nothing next to a read-only SQLite store, so it succeeds when writing is allowed")
    func readOnlyDatabase() throws {
        let sandbox = try sandbox(.nobody, stores: ["store.sqlite"])
        try sandbox.shell("chown 65534:65534 . store.sqlite; chmod 444 store.sqlite")
        let names = try sandbox.names()
        let refused = try sandbox.run(Command.import.arguments("store.sqlite"))
        #expect(refused.exitCode == 74)
        #expect(
            refused.errors(in: sandbox.folder) == """
                modelgen: error: /project/store.sqlite: the store cannot be written to: Permission denied (open); \
                allow writing to the file and its folder

                """)
        #expect(try sandbox.names() == names)
        #expect(try sandbox.run(Command.query.arguments("store.sqlite")).exitCode == 0)
        // As earlier versions have left them.
        try sandbox.shell(
            "chmod 644 store.sqlite; touch store.sqlite-shm; chown 65534 store.sqlite-shm; chmod 444 store.sqlite-shm")
        #expect(
            try sandbox.run(Command.import.arguments("store.sqlite")).errors(in: sandbox.folder) == """
                modelgen: error: /project/store.sqlite-shm: the store cannot be written to: Permission denied (open); \
                allow writing to this file, which belongs to the store

                """)
        try sandbox.shell("chmod 644 store.sqlite-shm")
        let allowed = try sandbox.run(Command.import.arguments("store.sqlite"))
        #expect(allowed.exitCode == 0, "\(allowed.errorOutput)")
    }

    @Test("A lock that cannot be created is an error with a remedy for writers")
    func refusedLock() throws {
        let sandbox = try sandbox(.nobody, stores: ["store.json"])
        try sandbox.shell("chmod 755 .")
        #expect(
            try sandbox.run(Command.import.arguments("store.json")).errors(in: sandbox.folder) == """
                modelgen: error: /project/store.json.lock: the lock cannot be created: Permission denied (open); \
                allow writing to the folder and to this file, or open the store read-only

                """)
        try sandbox.shell("chmod 777 .; echo mine > own; ln -s own store.json.lock")
        #expect(
            try sandbox.run(Command.import.arguments("store.json")).errors(in: sandbox.folder) == """
                modelgen: error: /project/store.json.lock: the lock cannot be created: it is a link, not a file; \
                move it away

                """)
        #expect(try sandbox.text("own") == "mine\n")
    }

    @Test("A command that reads a store with a damaged journal names the command that keeps the intact part")
    func damagedJournal() throws {
        let sandbox = try sandbox(.current, stores: ["store.json"])
        try sandbox.folder.write("garbage\n", to: "store.json.journal")
        let outcome = try sandbox.run(Command.query.arguments("store.json"))
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errorOutput.hasSuffix(
                "; keep the intact part with 'modelgen store repair', or read it with the option toleratesDamagedJournal\n"
            ),
            "\(outcome.errorOutput)")
        #expect(try sandbox.run(Command.repair.arguments("store.json")).exitCode == 0)
        #expect(try sandbox.run(Command.query.arguments("store.json")).exitCode == 0)
    }

    // MARK: - Backups

    @Test(
        "A backup replaces nothing",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: Sandbox.users)
    func aBackupReplacesNothing(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.shell(
            """
            mkfifo pipe; mknod null c 1 3; mknod full c 1 7; mknod disk b 7 250; mkdir folder; echo mine > own
            ln -s own link; ln -s circle circle; chmod 777 pipe null full disk folder own
            """)
        let names = ["pipe", "null", "full", "disk", "folder", "own", "link", "circle"]
        let before = try (names.map(sandbox.appearance), sandbox.names())
        for name in names {
            let outcome = try backUp(to: name, sandbox)
            #expect(outcome.exitCode == 74)
            let file = name == "link" ? "own" : name
            #expect(
                outcome.errors(in: sandbox.folder)
                    == "modelgen: error: /project/\(file): the file already exists; nothing was written\n")
        }
        #expect(try names.map(sandbox.appearance) == before.0)
        #expect(try sandbox.names() == before.1)
        #expect(try sandbox.text("own") == "mine\n")
    }

    @Test("A backup is written through symbolic links", arguments: Sandbox.users)
    func backupThroughLinks(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.shell(
            """
            ln -s made dangling; echo mine > made.new; chmod 666 made.new
            mkdir locked && chmod 755 locked
            """)
        let before = try sandbox.appearance("dangling")
        #expect(try backUp(to: "dangling", sandbox).exitCode == 0)
        #expect(try sandbox.appearance("dangling") == before)
        #expect(try sandbox.appearance("made").hasPrefix("regular file 600 "))
        #expect(try sandbox.shell("cat made") == sandbox.text("store.json"))
        #expect(try sandbox.text("made.new") == "mine\n")
        #expect(try backUp(to: "locked/none", sandbox).exitCode == (user == .nobody ? 74 : 0))
        #expect(try sandbox.names(in: "locked") == (user == .nobody ? [] : ["none"]))
    }

    @Test(
        "A backup on a full disk leaves no file",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: Sandbox.users)
    func aBackupOntoAFullDiskLeavesNothing(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        try sandbox.makeFullDisk("disk", containing: "mine", in: "file")
        let outcome = try backUp(to: "disk/none", sandbox)
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errors(in: sandbox.folder) == """
                modelgen: error: /project/disk/none: the backup cannot be written: No space left on device (write)

                """)
        #expect(try sandbox.names(in: "disk") == ["file", "filler"])
    }

    @Test(
        "A conversion replaces nothing, and removes nothing when it fails",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"),
        arguments: Sandbox.users)
    func conversions(_ user: Sandbox.User) throws {
        let sandbox = try sandbox(user, stores: ["store.json"])
        for ending in ["", ".sqlite"] {
            try sandbox.shell(
                """
                mkfifo pipe\(ending); mknod null\(ending) c 1 3; mknod disk\(ending) b 7 250; mkdir folder\(ending)
                echo mine > own\(ending); ln -s nowhere link\(ending); ln -s circle\(ending) circle\(ending)
                mkfifo side\(ending)-wal; mknod side\(ending).journal c 1 3; chmod 777 *\(ending)* 2> /dev/null || true
                """)
        }
        let names = try sandbox.names()
        let before = try names.map(sandbox.appearance)
        let targets = ["pipe", "null", "disk", "folder", "own", "link", "circle"]
        for target in targets.flatMap({ [$0, "\($0).sqlite"] }) {
            let outcome = try sandbox.run(["store", "convert", "store.json", target])
            #expect(outcome.exitCode == 74, "\(target)")
            #expect(
                outcome.errorOutput == "modelgen: error: '\(target)' already exists; nothing was written\n", "\(target)"
            )
        }
        let sides = [
            ("side", "side.journal", "the store cannot be opened: it is a device, not a file"),
            (
                "side.sqlite", "side.sqlite-wal",
                "the store cannot be opened: it is a pipe, not a file; move it away first"
            ),
        ]
        for (target, file, reason) in sides {
            let outcome = try sandbox.run(["store", "convert", "store.json", target])
            #expect(outcome.exitCode == 74, "\(target)")
            #expect(outcome.errors(in: sandbox.folder) == "modelgen: error: /project/\(file): \(reason)\n")
        }
        #expect(try sandbox.names() == names)
        #expect(try names.map(sandbox.appearance) == before)
        #expect(try ["own", "own.sqlite"].map(sandbox.text) == ["mine\n", "mine\n"])
    }

    private func backUp(to target: String, _ sandbox: Sandbox) throws -> BuiltProduct.Outcome {
        try sandbox.run(
            ["store", "backup", "store.json", "--model", "Superheroes.xcdatamodeld", "--output", target])
    }
}
