import CoreData
import Foundation
import TestSupport
import Testing

/// Divides a name, and says in which order its methods were called.
final class DividingPolicy: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        note("begin", manager)
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("create", manager)
        let parts = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ").map(String.init)
        if parts.first == "Nobody" { return }
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        made.first?.setValue(parts.first, forKey: "givenName")
        made.first?.setValue(parts.last, forKey: "familyName")
    }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("end instances", manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("relate", manager)
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("end", manager)
    }

    private func note(_ call: String, _ manager: NSMigrationManager) {
        (manager.userInfo?["calls"] as? NSMutableArray)?.add(call)
    }
}

@Suite struct MigrationManagerTests {
    private let folder: TemporaryFolder
    private var source: URL { folder.url.appending(path: "Old.store") }
    private var target: URL { folder.url.appending(path: "New.store") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        return attribute
    }

    /// People of a house: in the newer version, houses are homes, and people have two names.
    private static func model(isNew: Bool) -> NSManagedObjectModel {
        let (model, person, house) = (NSManagedObjectModel(), NSEntityDescription(), NSEntityDescription())
        let (lives, people) = (NSRelationshipDescription(), NSRelationshipDescription())
        person.name = "Person"
        house.name = isNew ? "Home" : "House"
        house.renamingIdentifier = "House"
        lives.name = "home"
        lives.destinationEntity = house
        lives.maxCount = 1
        lives.inverseRelationship = people
        people.name = "people"
        people.destinationEntity = person
        people.isOrdered = true
        people.inverseRelationship = lives
        let names = isNew ? ["givenName", "familyName"] : ["name"]
        person.properties = names.map { attribute($0, .string) } + [attribute("age", .integer16), lives]
        let street = attribute(isNew ? "address" : "street", .string)
        street.renamingIdentifier = "street"
        house.properties = [street, people]
        model.entities = [person, house]
        return model
    }

    private func write(_ type: String) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(isNew: false))
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: source)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: context)
            house.setValue("Dorset Street", forKey: "street")
            for (age, name) in ["Ada Lovelace", "Nobody", "Charles Babbage"].enumerated() {
                let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                person.setValuesForKeys(["name": name, "age": age, "home": house])
            }
            try context.save()
        }
        try coordinator.remove(store)
    }

    /// The people of each home, as the new store has them.
    private func homes(_ type: String) throws -> [String] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(isNew: true))
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: target)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Home")).map { home in
                let people = (home.value(forKey: "people") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                let names = people.map { person in
                    ["givenName", "familyName", "age"].map { "\(person.value(forKey: $0) ?? "-")" }.joined(
                        separator: " ")
                }
                return "\(home.value(forKey: "address") ?? "-"): \(names.joined(separator: ", "))"
            }
        }
    }

    private func manager() -> NSMigrationManager {
        NSMigrationManager(sourceModel: Self.model(isNew: false), destinationModel: Self.model(isNew: true))
    }

    @Test(
        "A migration calls the custom policies of its mapping model for each object",
        arguments: [(NSSQLiteStoreType, NSSQLiteStoreType), (NSSQLiteStoreType, NSJSONStoreType)])
    func objectsAreMigratedAsPoliciesSayMIG26(_ types: (String, String)) throws {
        try write(types.0)
        let before = try Data(contentsOf: source)
        let manager = manager()
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        #expect(
            Set(mapping.entityMappings.map { "\($0.name ?? "")" }) == ["IEM_Transform_Home", "IEM_Transform_Person"])
        mapping.entityMappingsByName["IEM_Transform_Person"]?.entityMigrationPolicyClassName =
            NSStringFromClass(DividingPolicy.self)
        let calls = NSMutableArray()
        manager.userInfo = ["calls": calls]
        try manager.migrateStore(
            from: source, sourceType: types.0, with: mapping, toDestinationURL: target, destinationType: types.1)
        #expect(try homes(types.1) == ["Dorset Street: Ada Lovelace 0, Charles Babbage 2"])
        #expect(
            calls.compactMap { $0 as? String } == [
                "begin", "create", "create", "create", "end instances", "relate", "relate", "end",
            ])
        #expect(manager.migrationProgress == 1)
        #expect(try Data(contentsOf: source) == before)
    }

    @Test("A mapping model in code names the older objects by a fetch")
    func fetchesInCode() throws {
        try write(NSSQLiteStoreType)
        let manager = manager()
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        mapping.entityMappingsByName["IEM_Transform_Person"]?.sourceExpression = NSExpression(
            format: "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:' , %@, 'age > 1'), "
                + "$manager.sourceContext, NO)", "Person")
        try manager.migrateStore(
            from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
            destinationType: NSSQLiteStoreType)
        #expect(try homes(NSSQLiteStoreType) == ["Dorset Street: - - 2"])
    }

    @Test("Inferring a mapping model fails if an attribute changes its type")
    func whatCannotBeInferredIsRefusedMIG21() throws {
        let new = Self.model(isNew: true)
        (new.entitiesByName["Person"]?.attributesByName["age"])?.type = .string
        let error = try #require(throws: NSError.self) {
            try NSMappingModel.inferredMappingModel(
                forSourceModel: Self.model(isNew: false), destinationModel: new)
        }
        #expect(error.code == NSInferredMappingModelError)
        #expect(
            error.localizedDescription == "Person.age: cannot infer a mapping to a different attribute type")
        #expect(NSMappingModel(from: [.main], forSourceModel: nil, destinationModel: nil) == nil)
    }

    @Test("A mapping that fits neither model is an error that says what it lacks, and leaves no new store")
    func mappingsOfOtherModels() throws {
        try write(NSSQLiteStoreType)
        func refusal(_ change: (NSEntityMapping) -> Void) throws -> NSError {
            let manager = manager()
            let mapping = try NSMappingModel.inferredMappingModel(
                forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
            change(try #require(mapping.entityMappingsByName["IEM_Transform_Person"]))
            let error = try #require(throws: NSError.self) {
                try manager.migrateStore(
                    from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
                    destinationType: NSSQLiteStoreType)
            }
            #expect(!FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
            return error
        }
        func property(_ name: String, _ format: String) -> NSPropertyMapping {
            let property = NSPropertyMapping()
            property.name = name
            property.valueExpression = NSExpression(format: format)
            return property
        }
        for change in [{ $0.sourceEntityName = "Human" }, { $0.destinationEntityName = "Human" }]
            as [(NSEntityMapping) -> Void]
        {
            let error = try refusal(change)
            #expect(error.code == NSMigrationError && error.localizedDescription.contains("'Human'"))
        }
        let attributes = [
            (property("age", "$source.years"), "'Person' has no property 'years'"),
            (property("age", "$source.home.size"), "'House' has no property 'size'"),
            (property("age", "$source.name"), "expected Integer 16, given String"),
            (property("years", "$source.age"), "'Person' has no property 'years'"),
        ]
        for (attribute, text) in attributes {
            let error = try refusal { $0.attributeMappings = [attribute] }
            #expect(error.code == NSEntityMigrationPolicyError && error.localizedDescription.contains(text))
        }
        let error = try refusal { $0.relationshipMappings = [property("house", "$source.home")] }
        #expect(error.code == NSEntityMigrationPolicyError && error.localizedDescription.contains("'house'"))
    }

    @Test("A failed migration leaves no new store, and does not change an existing file")
    func aMigrationThatFailsLeavesNoNewStoreMIG29() throws {
        try write(NSSQLiteStoreType)
        let manager = manager()
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
        func migrate(_ mapping: NSMappingModel?, from url: URL? = nil) throws {
            try manager.migrateStore(
                from: url ?? source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
                destinationType: NSSQLiteStoreType)
        }
        let none = try #require(throws: NSError.self) { try migrate(nil) }
        #expect(none.code == NSMigrationMissingMappingModelError)
        let missing = try #require(throws: NSError.self) {
            try migrate(mapping, from: folder.url.appending(path: "nowhere/Old.store"))
        }
        #expect(missing.code == NSMigrationManagerSourceStoreError)
        mapping.entityMappings[0].entityMigrationPolicyClassName = "NoClassOfMine"
        let unknown = try #require(throws: NSError.self) { try migrate(mapping) }
        #expect(unknown.code == NSEntityMigrationPolicyError)
        #expect(!FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
        mapping.entityMappings[0].entityMigrationPolicyClassName = NSStringFromClass(CancellingPolicy.self)
        let cancelled = try #require(throws: NSError.self) { try migrate(mapping) }
        #expect(cancelled.code == NSMigrationCancelledError)
        #expect(!FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
        mapping.entityMappings[0].entityMigrationPolicyClassName = nil
        try Data("a file".utf8).write(to: target)
        let present = try #require(throws: NSError.self) { try migrate(mapping) }
        #expect(present.code == NSMigrationManagerDestinationStoreError)
        #expect(try Data(contentsOf: target) == Data("a file".utf8))
    }
}

/// Gives up with the first object.
final class CancellingPolicy: NSEntityMigrationPolicy {
    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        manager.cancelMigrationWithError(
            NSError(domain: NSCocoaErrorDomain, code: NSMigrationCancelledError, userInfo: nil))
    }
}
