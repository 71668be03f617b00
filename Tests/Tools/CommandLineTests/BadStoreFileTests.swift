import Foundation
import TestSupport
import Testing

/// What is no SQLite store is said to be none, and stays as it is.
@Suite struct BadStoreFileTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    /// Something in the place of a store.
    enum BadFile: String, CaseIterable, Sendable {
        case text, empty, short, shorter, random, randomAfterSignature, folder, pipe, brokenLink, otherDatabase
        case noTable, noColumn, noMetadata, noPropertyList, noMetadataColumn

        var exitCode: Int32 { [.folder, .pipe, .brokenLink].contains(self) ? 74 : 1 }

        var message: String {
            switch self {
            case .text, .random, .randomAfterSignature: "the file is not a SQLite database"
            case .empty: "the file is empty"
            case .short, .shorter: "the database is damaged"
            case .folder: "it is a folder"
            case .pipe: "it is a pipe"
            case .brokenLink: "it is a broken link"
            case .otherDatabase: "Core Data did not create the database"
            case .noTable: "ZTEAM: the table is missing"
            case .noColumn: "ZSUPERHERO: the column 'ZNAME' is missing"
            case .noMetadata: "the row that describes the store is missing"
            case .noPropertyList: "the store's metadata is not a property list"
            case .noMetadataColumn: "Z_METADATA: the column 'Z_PLIST' is missing"
            }
        }
    }

    @Test("Every command refuses an invalid SQLite file and does not change it", arguments: BadFile.allCases)
    func isAnErrorAndStaysAsItIs(_ bad: BadFile) throws {
        let folder = try TemporaryFolder()
        let rows = try folder.write("name\nBatman\n", to: "made/rows.csv")
        let good = folder.path("made/good.sqlite")
        _ = try tool.run("store", "import", good, "--model", model, rows, "--entity", "Superhero")
        try folder.createFolder("bad")
        let store = folder.path("bad/store.sqlite")
        try make(bad, at: store, from: good)
        let before = try appearance(of: folder.path("bad"))
        var commands = [
            ["query", store, "Superhero"], ["count", store, "Superhero"], ["stats", store], ["check", store],
            ["export", store, "Superhero"], ["check", store, "--model", model],
            ["convert", store, folder.path("made/out.json"), "--model", model],
        ]
        // An empty file is one to make a store in.
        if bad != .empty { commands.append(["import", store, "--model", model, rows, "--entity", "Superhero"]) }
        for arguments in commands {
            let outcome = try tool.run(["store"] + arguments)
            #expect(outcome.exitCode == bad.exitCode, "\(arguments[0]): \(outcome.errorOutput)")
            #expect((outcome.output + outcome.errorOutput).contains(bad.message), "\(arguments[0]): \(outcome)")
            #expect(try appearance(of: folder.path("bad")) == before, "\(arguments[0])")
        }
    }

    private func make(_ bad: BadFile, at path: String, from good: String) throws {
        let files = FileManager.default
        let bytes = try Data(contentsOf: URL(filePath: good))
        func write(_ data: Data) throws { try data.write(to: URL(filePath: path)) }
        func edit(_ statement: String) throws {
            try write(bytes)
            try Database(path).run(statement)
        }
        var generator = SplitMix(seed: 7)
        let random = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        switch bad {
        case .text: try write(Data("hello\n".utf8))
        case .empty: try write(Data())
        case .short: try write(bytes.prefix(5_000))
        case .shorter: try write(bytes.prefix(60))
        case .random: try write(random)
        case .randomAfterSignature: try write(Data("SQLite format 3\0".utf8) + random)
        case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .brokenLink: try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        case .otherDatabase: try Database(path).run("CREATE TABLE t (x)")
        case .noTable: try edit("DROP TABLE ZTEAM")
        case .noColumn: try edit("ALTER TABLE ZSUPERHERO DROP COLUMN ZNAME")
        case .noMetadata: try edit("DELETE FROM Z_METADATA")
        case .noPropertyList: try edit("UPDATE Z_METADATA SET Z_PLIST = 'x'")
        case .noMetadataColumn: try edit("ALTER TABLE Z_METADATA DROP COLUMN Z_PLIST")
        }
    }

    /// The names in a folder, with the bytes of files.
    private func appearance(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                let path = folder + "/" + name
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                return (name, type == .typeRegular ? try Data(contentsOf: URL(filePath: path)) : Data())
            })
    }
}
