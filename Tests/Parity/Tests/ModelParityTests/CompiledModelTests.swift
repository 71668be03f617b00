import CoreData
import Foundation
import ParityModels
import Testing

/// What `modelgen version hashes --format json` prints for a model.
private struct Hashes: Decodable {
    struct Entity: Decodable {
        var name: String
        var hash: String
        /// Whether the tool knows that Core Data computes the same.
        var isKnown: Bool
    }

    struct Version: Decodable {
        var name: String
        var isCurrent: Bool
        var checksum: String
        var entities: [Entity]
    }

    var versions: [Version]

    init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(Hashes.self, from: Data(contentsOf: url))
    }
}

/// A model's folder, and the hashes that the tool computes of it.
struct CompiledCase: Sendable, CustomTestStringConvertible {
    var name: String
    var testDescription: String { name }

    static let all = ParityFiles.compiledModels().map {
        CompiledCase(name: $0.deletingPathExtension().lastPathComponent)
    }

    fileprivate var hashes: Hashes {
        get throws { try Hashes(contentsOf: ParityFiles.folder.appending(path: "Hashes/\(name).json")) }
    }
}

/// Apple's framework reads what `modelgen compile` writes.
@Suite struct CompiledModelTests {
    /// The entities, by name, with their version hashes in Base64.
    private func hashes(of model: NSManagedObjectModel) -> [String: String] {
        model.entityVersionHashesByName.mapValues { $0.base64EncodedString() }
    }

    @Test("There are models to compare")
    func models() {
        #expect(CompiledCase.all.count >= 14)
    }

    @Test("The current version of a folder has the hashes that the tool prints", arguments: CompiledCase.all)
    func currentVersion(_ compiled: CompiledCase) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: ParityFiles.compiledModel(compiled.name)))
        let version = try #require(try compiled.hashes.versions.first { $0.isCurrent })
        let found = hashes(of: model)
        #expect(Set(found.keys) == Set(version.entities.map(\.name)))
        for entity in version.entities where entity.isKnown {
            #expect(found[entity.name] == entity.hash, "\(entity.name)")
        }
        // What the tool marks as uncertain, Apple's framework decides:
        // a difference is reported without failing the test.
        for entity in version.entities where !entity.isKnown {
            withKnownIssue("the tool marks the hash of \(entity.name) as uncertain", isIntermittent: true) {
                #expect(found[entity.name] == entity.hash, "\(entity.name)")
            }
        }
        if version.entities.allSatisfy(\.isKnown) { #expect(model.versionChecksum == version.checksum) }
    }

    @Test("Each version of a folder has the hashes that the tool prints", arguments: CompiledCase.all)
    func everyVersion(_ compiled: CompiledCase) throws {
        let folder = ParityFiles.compiledModel(compiled.name)
        for version in try compiled.hashes.versions {
            let model = try #require(
                NSManagedObjectModel(contentsOf: folder.appending(path: "\(version.name).mom")), "\(version.name)")
            let found = hashes(of: model)
            for entity in version.entities where entity.isKnown {
                #expect(found[entity.name] == entity.hash, "\(version.name): \(entity.name)")
            }
        }
    }

    @Test("A compiled model is equal to the one of Apple's compiler", arguments: CompiledCase.all)
    func appleCompiler(_ compiled: CompiledCase) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: ParityFiles.compiledModel(compiled.name)))
        let apple = try #require(NSManagedObjectModel(contentsOf: ParityFiles.appleModel(compiled.name)))
        #expect(model.entityVersionHashesByName == apple.entityVersionHashesByName)
        let (found, expected) = (ModelText.lines(of: model), ModelText.lines(of: apple))
        for line in Set(expected).subtracting(found).sorted() { Issue.record("only momc: \(line)") }
        for line in Set(found).subtracting(expected).sorted() { Issue.record("only modelgen: \(line)") }
    }

    @Test("A coordinator uses a compiled model, and each entity has objects", arguments: CompiledCase.all)
    func usingModels(_ compiled: CompiledCase) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: ParityFiles.compiledModel(compiled.name)))
        // Classes that this program lacks would be looked for.
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            for entity in model.entities where !entity.isAbstract {
                let object = NSManagedObject(entity: entity, insertInto: context)
                for (name, attribute) in entity.attributesByName where attribute.defaultValue != nil {
                    #expect(object.value(forKey: name) != nil, "\(entity.name ?? "").\(name)")
                }
            }
        }
    }
}
