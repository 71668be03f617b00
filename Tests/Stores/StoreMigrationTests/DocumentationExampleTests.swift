import Foundation
import JSONStore
import ObjectGraph
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
        #expect(throws: MigrationRefusal.self) { try PersistentContainer(model: .library, store: .json(at: url)) }
        // Example: MigrationOptions
        let container = try PersistentContainer(
            model: .library,
            store: .json(at: url, migration: MigrationOptions(droppedElements: ["Book.shelf"])))
        // End
        let books = try container.newContext().fetchDictionaries(FetchRequest<ManagedObject>(entityName: "Book"))
        #expect(books.map { $0["title"] as? String } == ["Emma"])
    }

    @Test("The example of a refusal names each obstacle, and opens no store")
    func aRefusal() throws {
        try write(["title": "Emma", "shelf": "B 12"], of: "Book", with: .shelvedLibrary)
        var container: PersistentContainer?
        // Example: MigrationRefusal
        do {
            container = try PersistentContainer(model: .library, store: .json(at: url))
        } catch let refusal as MigrationRefusal {
            for obstacle in refusal.obstacles { print(obstacle.elementName, obstacle.message, obstacle.remedy) }
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
                    let names = [old[String.self, "firstName"], old[String.self, "lastName"]]
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
        #expect(outcome.differences == [] && outcome.droppedElements == [] && outcome.refusal == nil)
        // End
    }
}
