import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

extension ManagedObjectModel {
    /// A book with a shelf, and the same without it, and with something more.
    fileprivate static let shelvedLibrary = library("Book", "title", "shelf")
    fileprivate static let library = library("Book", "title")
    fileprivate static let ratedLibrary = library("Book", "title", "rating")
    fileprivate static let library1 = library("Person", "firstName", "lastName")
    fileprivate static let library2 = library("Person", "fullName")

    private static func library(_ entityName: String, _ names: String...) -> ManagedObjectModel {
        let attributes = names.map { Attribute(name: $0, type: .string, isOptional: true) }
        return ManagedObjectModel(Model(name: "Library", entities: [Entity(name: entityName, attributes: attributes)]))
    }
}

/// The examples in the doc comments of migrations.
struct DocumentationExampleTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "Library.json") }

    init() throws { folder = try TemporaryFolder() }

    /// Writes a store with one object, and closes it.
    private func write(_ values: [String: Any], of entityName: String, with model: ManagedObjectModel) throws {
        let context = try PersistentContainer(model: model, store: .json(at: url)).newContext()
        context.insertNewObject(forEntityName: entityName).setValuesForKeys(values)
        try context.save()
    }

    @Test("The example of migration options drops a property that may be dropped")
    func aMigrationDropsWhatItIsAllowedTo() throws {
        try write(["title": "Emma", "shelf": "B 12"], of: "Book", with: .shelvedLibrary)
        #expect(throws: MigrationError.self) { try PersistentContainer(model: .library, store: .json(at: url)) }
        // Example: MigrationOptions
        let container = try PersistentContainer(
            model: .library,
            store: .json(at: url, migration: MigrationOptions(droppedElements: ["Book.shelf"])))
        // End
        let books = try container.newContext().fetchDictionaries(FetchRequest<ManagedObject>(entityName: "Book"))
        #expect(books.map { $0["title"] as? String } == ["Emma"])
    }

    @Test("The example of a error names each obstacle, and opens no store")
    func aRefusal() throws {
        try write(["title": "Emma", "shelf": "B 12"], of: "Book", with: .shelvedLibrary)
        var container: PersistentContainer?
        // Example: MigrationError
        do {
            container = try PersistentContainer(model: .library, store: .json(at: url))
        } catch let error as MigrationError {
            for obstacle in error.obstacles { print(obstacle.elementName, obstacle.message, obstacle.remedy) }
        }
        // End
        #expect(container == nil)
    }

    @Test("The example of progress counts the objects of a migration")
    func theProgress() throws {
        try write(["title": "Emma"], of: "Book", with: .library)
        // Example: MigrationProgress
        let migration = MigrationOptions { progress in
            print("\(progress.completedUnitCount) of \(progress.totalUnitCount) objects")
        }
        // End
        let container = try PersistentContainer(model: .ratedLibrary, store: .json(at: url, migration: migration))
        #expect(try container.newContext().count(for: FetchRequest<ManagedObject>(entityName: "Book")) == 1)
    }

    @Test("The example of a migration policy computes new values")
    func aPolicyComputesValues() throws {
        try write(["firstName": "Jane", "lastName": "Austen"], of: "Person", with: .library1)
        // Example: MigrationStage
        let stage = MigrationStage(
            to: .library2,
            policies: [
                "Person": EntityMigrationPolicy { old, new in
                    let names = [old["firstName", as: String.self], old["lastName", as: String.self]]
                    new["fullName"] = .string(names.compactMap { $0 }.joined(separator: " "))
                }
            ])
        // End
        let container = try PersistentContainer(
            model: .library2, store: .json(at: url, migration: MigrationOptions(stages: [stage])))
        let people = try container.newContext().fetchDictionaries(FetchRequest<ManagedObject>(entityName: "Person"))
        #expect(people.map { $0["fullName"] as? String } == ["Jane Austen"])
    }

    @Test("The example of a verification finds no differences")
    func dataSurvivesAnUpdate() throws {
        // Example: MigrationVerification
        let verification = MigrationVerification(from: .library, to: .ratedLibrary)
        let outcome = try verification.run { migration in .json(at: url, migration: migration) }
        #expect(outcome.differences == [] && outcome.droppedElements == [] && outcome.error == nil)
        // End
    }

    @Test("The example of an obstacle allows only the losses that a person confirms")
    func anObstacle() throws {
        try write(["title": "Emma", "shelf": "B 12"], of: "Book", with: .shelvedLibrary)
        func confirm(_ question: String) -> Bool { question.hasPrefix("Book.shelf: 1 object") }
        func open() throws -> PersistentContainer {
            do {
                return try PersistentContainer(model: .library, store: .json(at: url))
            } catch let error as MigrationError {
                // Example: MigrationObstacle
                let losses = error.obstacles.filter { $0.kind == .dataLoss }
                guard losses.count == error.obstacles.count, losses.allSatisfy({ confirm($0.description) })
                else { throw error }
                let migration = MigrationOptions(droppedElements: Set(losses.map(\.elementName)))
                // End
                return try PersistentContainer(model: .library, store: .json(at: url, migration: migration))
            }
        }
        #expect(try open().newContext().count(for: FetchRequest<ManagedObject>(entityName: "Book")) == 1)
    }

    @Test("The example of a migration's report prints the changes before they are made")
    func aReport() throws {
        try write(["title": "Emma"], of: "Book", with: .library)
        let store = JSONStoreDescription(url: url)
        // Example: MigrationReport
        let report = try store.migrate(to: .ratedLibrary, migration: .automatic, isDryRun: true)
        for entity in report.entities {
            print(entity.oldName, entity.newName ?? "dropped", entity.objectCount, entity.changes)
        }
        // End
        #expect(report.entities.map(\.objectCount) == [1])
        #expect(try !store.isWritten(with: .ratedLibrary))
    }

    @Test("The example of an entity's policy keeps what has no other place, and refuses what it cannot read")
    func anEntityPolicy() throws {
        struct MissingTitleError: Error { var objectID: ObjectID }
        // Example: EntityMigrationPolicy
        let policy = EntityMigrationPolicy { old, new in
            guard let title = old["title", as: String.self] else { throw MissingTitleError(objectID: old.objectID) }
            new["rating"] = .string(title.hasSuffix("*") ? "good" : "unknown")
        }
        let stage = MigrationStage(to: .ratedLibrary, policies: ["Book": policy])
        // End
        try write(["title": "Emma*"], of: "Book", with: .library)
        let container = try PersistentContainer(
            model: .ratedLibrary, store: .json(at: url, migration: MigrationOptions(stages: [stage])))
        let books = try container.newContext().fetchDictionaries(FetchRequest<ManagedObject>(entityName: "Book"))
        #expect(books.map { $0["rating"] as? String } == ["good"])
    }

    @Test("The examples of old objects and new values count destinations, and leave what is inferred")
    func objectsOfAMigration() throws {
        try write(["title": "Emma"], of: "Book", with: .library)
        let policy = EntityMigrationPolicy { old, new in
            // Example: SourceObject
            let title = old["title", as: String.self] ?? "Untitled"
            let shelves = old.entity.relationshipsByName["shelves"].map { old.destinations(of: $0.name) } ?? []
            print(old.objectID, title, shelves.map(\.objectID))  // Book/p1 Emma []
            // End
            // Example: DestinationValues
            if new["rating"].isNull, new.entity.attributesByName["rating"]?.isOptional == true {
                new["rating"] = .string("unknown")  // The title keeps the value that the migration has inferred.
            }
            // End
        }
        let migration = MigrationOptions(stages: [MigrationStage(to: .ratedLibrary, policies: ["Book": policy])])
        let container = try PersistentContainer(model: .ratedLibrary, store: .json(at: url, migration: migration))
        let books = try container.newContext().fetchDictionaries(FetchRequest<ManagedObject>(entityName: "Book"))
        #expect(books.map { $0["rating"] as? String } == ["unknown"])
        #expect(books.map { $0["title"] as? String } == ["Emma"])
    }

    @Test("The example of a store in a file measures the file of any of them")
    func storesInFiles() throws {
        try write(["title": "Emma"], of: "Book", with: .library)
        // Example: FileStoreAdministration
        func size(of store: some FileStoreAdministration) throws -> Int? {
            // Without the journal and the large values next to it
            try store.url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        }
        // End
        #expect(try size(of: JSONStoreDescription(url: url)) ?? 0 > 0)
        let missing = SQLiteStoreDescription(url: folder.url.appending(path: "Library.sqlite"))
        #expect(throws: CocoaError.self) { try size(of: missing) }
    }

    @Test("The example of a repair names what it has changed, and where the original is")
    func aRepair() throws {
        try write(["title": "Emma"], of: "Book", with: .library)
        let store = JSONStoreDescription(url: url)
        // Example: RepairReport
        let report = try store.repair(model: .library)
        for finding in report.findings { print(finding) }
        if report.unrepairedCount > 0 { print(report.unrepairedCount, "problems remain; restore a backup") }
        print("The original files are", report.copies.map(\.lastPathComponent))
        // End
        #expect(report.findings.isEmpty && report.unrepairedCount == 0)
    }

    @Test("The example of tables prints the statements that create them")
    func tables() {
        // Example: TableNaming
        func printTables(_ kind: any TableNaming.Type, for model: ManagedObjectModel) {
            // With the names that are usual in the database; true for those of the model
            print(kind.schema(of: model, usesModelNames: false))
        }
        // End
        printTables(PostgreSQLStoreDescription.self, for: .library)
        #expect(PostgreSQLStoreDescription.schema(of: .library, usesModelNames: false).contains("CREATE TABLE"))
    }
}
