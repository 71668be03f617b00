import Foundation
import JSONStore
import ModelEvolution
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// Stores of random data that are migrated along the histories of public models.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusMigrationTests {
    /// All steps take minutes: a part of them is looked at, another one for each kind of store.
    private static func share(of kind: StoreKind, _ steps: [CorpusStep]) -> [CorpusStep] {
        if runsLongTests { return steps }
        let (stride, first) = kind == .json ? (20, 1) : kind == .sqlite ? (40, 2) : (40, 7)
        return steps.enumerated().filter { $0.offset % stride == first }.map(\.element)
    }

    @Test("Each step that is called lightweight keeps every value", arguments: StoreKind.allCases)
    func lightweightSteps(_ kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        var counts = (lightweight: 0, byData: 0, refused: 0)
        // Small files are read like large ones.
        var jsonOptions = JSONStoreOptions(durability: .off)
        jsonOptions.sharing.leastSizeBytes = 0
        for (place, step) in Self.share(of: kind, try CorpusStep.all()).enumerated() {
            let schemaName = TestServer.shared?.newSchemaName()
            let url = folder.url.appending(path: "\(place).\(kind.rawValue)")
            let assessment = MigrationAssessment(from: step.old, to: step.new)
            let verification = MigrationVerification(
                from: ManagedObjectModel(step.old), to: ManagedObjectModel(step.new), objectCount: 3,
                seed: UInt64(place))
            let outcome = try verification.run { migration in
                switch kind {
                case .json: JSONStoreDescription(url: url, options: jsonOptions, migration: migration)
                case .sqlite:
                    SQLiteStoreDescription(
                        url: url, options: SQLiteStoreOptions(durability: .off), migration: migration)
                case .postgresql:
                    PostgreSQLStoreDescription(
                        connectionString: TestServer.shared?.connection ?? "",
                        options: PostgreSQLStoreOptions(schemaName: schemaName), migration: migration)
                }
            }
            #expect(outcome.differences == [], "\(step.title)")
            if assessment.level <= .lightweight {
                // A to-many that is gone may have had more destinations than the to-one that takes its inverse has room
                // for: Core Data drops the others without a word.
                let isByData = outcome.error?.obstacles.contains { $0.kind == .multipleDestinations } ?? false
                #expect(outcome.error == nil || isByData, "\(step.title)")
                if isByData { counts.byData += 1 }
                #expect(assessment.losesData || outcome.droppedElements == [], "\(step.title)")
                counts.lightweight += 1
            } else if outcome.error != nil {
                counts.refused += 1
            }
        }
        print("\(kind): \(counts.lightweight) lightweight steps migrated, \(counts.refused) others refused")
        #expect(counts.lightweight > 6)
        #expect(counts.byData <= 1)
    }
}
