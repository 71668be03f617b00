import Foundation
import TestSupport
import Testing

/// The formatter wraps code, but neither comments nor strings.
@Suite struct LineLengthTests {
    private static let limit = 120
    /// Files that still have longer lines. Remove a file once its lines are wrapped.
    private static let excepted = [
        "Sources/Compiler/ModelCodegen/Context/CollectionContext.swift",
        "Sources/Compiler/ModelCodegen/Context/CoreData/CoreDataAccessorsContext.swift",
        "Sources/Compiler/ModelCodegen/Context/CoreData/CoreDataModelContext.swift",
        "Sources/Compiler/ModelCodegen/Context/EntityContext.swift",
        "Sources/Compiler/ModelCodegen/Context/FetchRequestsContext.swift",
        "Sources/Compiler/ModelCodegen/Context/RelationshipContext.swift",
        "Sources/Compiler/ModelCodegen/Context/SnapshotContext.swift",
        "Sources/Compiler/ModelCompiler/BaselineFile.swift",
        "Sources/Compiler/ModelConfiguration/GenerationKey.swift",
        "Sources/Compiler/ModelEvolution/Editing/Attribute+CheckedValues.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Adding.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Configurations.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Finding.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Indexes.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Renaming.swift",
        "Sources/Compiler/ModelEvolution/Editing/Model+Setting.swift",
        "Sources/Stores/JSONStore/Maintenance/JSONStore+Maintenance.swift",
        "Sources/Stores/JSONStore/Maintenance/JSONStore+Migration.swift",
        "Sources/Stores/PostgreSQLStore/Maintenance/PostgreSQLStore+Maintenance.swift",
        "Sources/Stores/PostgreSQLStore/Maintenance/PostgreSQLStore+Migration.swift",
        "Sources/Stores/PostgreSQLStore/Maintenance/StoreMigrator.swift",
        "Sources/Stores/PostgreSQLStore/Maintenance/TableMigration.swift",
        "Sources/Stores/PostgreSQLStore/Maintenance/TableRights.swift",
        "Sources/Stores/PostgreSQLStore/PostgreSQLStore.swift",
        "Sources/Stores/PostgreSQLStore/PostgreSQLStoreDescription.swift",
        "Sources/Stores/PostgreSQLStore/PostgreSQLStoreError.swift",
        "Sources/Stores/PostgreSQLStore/PostgreSQLStoreOptions.swift",
        "Sources/Stores/SQLiteStore/Maintenance/SQLiteStore+Maintenance.swift",
        "Sources/Stores/SQLiteStore/Maintenance/StoreCheck+Links.swift",
        "Sources/Stores/SQLiteStore/Maintenance/StoreRemoval.swift",
        "Sources/Stores/SQLiteStore/SQLiteStore+Model.swift",
        "Sources/Stores/SQLiteStore/SQLiteStore.swift",
        "Sources/Stores/SQLiteStore/SQLiteStoreError.swift",
        "Sources/Tools/StoreAccess/StoreKind.swift",
        "Sources/Tools/StoreAccess/StoreOptions.swift",
        "Sources/Tools/StoreAccess/StorePlace.swift",
        "Sources/Tools/modelgen-store/ModelGenStore.swift",
    ]

    @Test("No line of a source has more than 120 columns, unless nothing can be wrapped")
    func lineLengths() throws {
        var lineCount = 0
        for (path, text) in try sources() {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                lineCount += 1
                guard line.utf8.count > Self.limit, line.count > Self.limit, Self.canBeWrapped(line) else { continue }
                Issue.record("\(path):\(index + 1): \(line.count) columns")
            }
        }
        #expect(lineCount > 50_000)
    }

    @Test("Rows of tables, links, and what is in one code span cannot be wrapped")
    func wrapping() {
        #expect(!Self.canBeWrapped("    /// | `modelgen.enum` | the name of the enum |"))
        #expect(!Self.canBeWrapped("    /// `ENTITY [where PREDICATE] [limit N]`,"))
        #expect(!Self.canBeWrapped("/// ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``"))
        #expect(!Self.canBeWrapped("// https://example.org"))
        #expect(Self.canBeWrapped("/// The `name` of the enum."))
        #expect(Self.canBeWrapped("    let name = \"a b\""))
    }

    /// Comments consist of words, of which a code span is one. Rows of tables take one line each.
    private static func canBeWrapped(_ line: Substring) -> Bool {
        guard let comment = line.prefixMatch(of: #/ *//+ */#) else { return true }
        let text = line[comment.range.upperBound...]
        return !text.hasPrefix("|") && text.replacing(#/(`+).+?\1/#, with: "").contains(" ")
    }

    private func sources() throws -> [(path: String, text: String)] {
        let manifest = try String(contentsOf: SourceTree.file("Package.swift"), encoding: .utf8)
        let folders = try ["Sources", "Plugins"].flatMap { folder in
            let path = SourceTree.folder(folder).path(percentEncoded: false)
            return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { "\(folder)/\($0)" }
        }
        return try [("Package.swift", manifest)]
            + folders.filter { path in
                path.hasSuffix(".swift") && !Self.excepted.contains(path)
            }.map { ($0, try String(contentsOf: SourceTree.file($0), encoding: .utf8)) }
    }
}
