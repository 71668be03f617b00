#if !canImport(ObjectiveC)
    import CompiledModelWriting
    import CompiledModels
    import Foundation
    import MappingModels
    import ModelExpressions
    import ModelSchema
    import TestSupport
    import Testing

    @testable import CoreData

    /// Compiled mapping models in programs that use Core Data's names.
    @Suite struct ProgramMappingModelTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// People with a name and a house; in the newer version, with a label, and in homes.
        private static func model(isNew: Bool) -> NSManagedObjectModel {
            let (model, person, house) = (NSManagedObjectModel(), NSEntityDescription(), NSEntityDescription())
            let (lives, people) = (NSRelationshipDescription(), NSRelationshipDescription())
            person.name = "Person"
            house.name = isNew ? "Home" : "House"
            lives.name = isNew ? "home" : "house"
            lives.destinationEntity = house
            lives.maxCount = 1
            lives.isOptional = true
            lives.inverseRelationship = people
            people.name = "people"
            people.destinationEntity = person
            people.isOptional = true
            people.inverseRelationship = lives
            let name = NSAttributeDescription()
            name.name = isNew ? "label" : "name"
            name.type = .string
            name.isOptional = true
            person.properties = [name, lives]
            house.properties = [people]
            model.entities = [person, house]
            return model
        }

        private static func mapping(
            _ name: String, _ source: String, _ destination: String, policy: String? = nil, predicate: String? = nil,
            attributes: [MappingModel.PropertyMapping] = [], relationships: [MappingModel.PropertyMapping] = []
        ) -> MappingModel.EntityMapping {
            func hash(_ model: NSManagedObjectModel, _ name: String) -> CoreDataVersionHash? {
                model.entitiesByName[name].flatMap { CoreDataVersionHash(bytes: Array($0.versionHash)) }
            }
            return MappingModel.EntityMapping(
                name: name, sourceEntityName: source, destinationEntityName: destination,
                sourceEntityVersionHash: hash(model(isNew: false), source),
                destinationEntityVersionHash: hash(model(isNew: true), destination),
                mappingType: policy == nil ? .transformed : .custom, entityMigrationPolicyClassName: policy,
                sourcePredicate: predicate,
                attributeMappings: attributes, relationshipMappings: relationships)
        }

        private func write(policy: String? = nil, predicate: String? = nil) throws -> URL {
            func path(_ name: String) -> ModelExpression {
                .keyPath(ModelKeyPath([.key(name)]), of: .variable("source"))
            }
            let home = ModelExpression.methodCall(
                .variable("manager"), selector: MappingSelector.destinationsOfMapping,
                [.constant(.string("HouseToHome")), path("house")])
            var writer = CompiledMappingModelWriter()
            let archive = writer.archive(
                of: MappingModel(entityMappings: [
                    Self.mapping(
                        "PersonToPerson", "Person", "Person", policy: policy, predicate: predicate,
                        attributes: [MappingModel.PropertyMapping(name: "label", valueExpression: path("name"))],
                        relationships: [MappingModel.PropertyMapping(name: "home", valueExpression: home)]),
                    Self.mapping("HouseToHome", "House", "Home"),
                ]))
            let url = folder.url.appending(path: "People.cdm")
            try Data(#require(archive)).write(to: url)
            return url
        }

        @Test("Reading something other than a file as a mapping model fails without waiting")
        func pipe() throws {
            let folder = try TemporaryFolder()
            let path = folder.path("Pipe.cdm")
            try #require(mkfifo(path, 0o600) == 0)
            #expect(NSMappingModel(contentsOf: URL(filePath: path)) == nil)
            #expect(NSMappingModel(contentsOf: folder.url) == nil)
        }

        @Test("A migration with a compiled mapping model moves the objects as it defines")
        func aMigrationFollowsACompiledMappingModel() throws {
            let mapping = try #require(NSMappingModel(contentsOf: write()))
            #expect(mapping.entityMappings.map { "\($0.name ?? "")" } == ["PersonToPerson", "HouseToHome"])
            #expect(
                mapping.entityMappings.map(\.mappingType) == [.transformEntityMappingType, .transformEntityMappingType])
            let (source, target) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
            try fill(source)
            let manager = NSMigrationManager(
                sourceModel: Self.model(isNew: false), destinationModel: Self.model(isNew: true))
            try manager.migrateStore(
                from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
                destinationType: NSSQLiteStoreType)
            #expect(try labels(in: target) == ["Ada", "Charles"])
        }

        /// Writes a store of the older version.
        private func fill(_ url: URL) throws {
            let old = context(of: Self.model(isNew: false))
            let store = try old.persistentStoreCoordinator?.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url)
            try old.performAndWait {
                let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: old)
                for name in ["Ada", "Charles"] {
                    let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: old)
                    person.setValuesForKeys(["name": name, "house": house])
                }
                try old.save()
            }
            if let store { try old.persistentStoreCoordinator?.remove(store) }
        }

        /// The labels of the people in homes, in a store of the newer version.
        private func labels(in url: URL) throws -> [String] {
            let new = context(of: Self.model(isNew: true))
            try new.persistentStoreCoordinator?.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url)
            return try new.performAndWait {
                try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Home")).flatMap { home in
                    ((home.value(forKey: "people") as? NSSet)?.allObjects as? [NSManagedObject] ?? [])
                        .map { $0.value(forKey: "label") as? String ?? "-" }
                }.sorted()
            }
        }

        /// Opens a store with the newer version, as a program with the mapping models of the folder does.
        private func open(_ url: URL) throws {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model(isNew: true))
            let bundle = try #require(Bundle(url: folder.url))
            _ = try StoreOpening(
                type: NSSQLiteStoreType, configurationName: nil, url: url,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
                    NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
                ], model: coordinator.managedObjectModel, coordinator: coordinator.graphCoordinator,
                mappings: CompiledMappings(in: [bundle])
            ).open()
        }

        @Test("Opening a store migrates it with the mapping model of the program")
        func openingAStore() throws {
            _ = try write()
            let url = folder.url.appending(path: "People.sqlite")
            try fill(url)
            try open(url)
            // Inferred, the houses would have been dropped.
            #expect(try labels(in: url) == ["Ada", "Charles"])
            try open(url)
            #expect(try labels(in: url) == ["Ada", "Charles"])
        }

        @Test("Opening a store that needs a policy class is an error")
        func openingAStoreDoesNotPassOverAPolicy() throws {
            _ = try write(policy: "App.Policy")
            let url = folder.url.appending(path: "People.sqlite")
            try fill(url)
            let error = try #require(throws: NSError.self) { try open(url) }
            #expect(error.code == NSMigrationError)
            #expect(error.localizedDescription.contains("'App.Policy'"))
            // The store is as it was.
            let old = context(of: Self.model(isNew: false))
            try old.persistentStoreCoordinator?.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        }

        @Test("A mapping with a predicate omits the other objects")
        func aMappingOfSomeObjectsLeavesOutTheOthers() throws {
            let mapping = try #require(NSMappingModel(contentsOf: write(predicate: "name == 'Ada'")))
            #expect(mapping.entityMappings[0].sourceExpression != nil)
            let (source, target) = (folder.url.appending(path: "Old.sqlite"), folder.url.appending(path: "New.sqlite"))
            try fill(source)
            let manager = NSMigrationManager(
                sourceModel: Self.model(isNew: false), destinationModel: Self.model(isNew: true))
            func migrate() throws {
                try manager.migrateStore(
                    from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
                    destinationType: NSSQLiteStoreType)
            }
            mapping.entityMappings[0].sourceExpression = CoreData.NSExpression(forConstantValue: 1)
            #expect(try #require(throws: NSError.self) { try migrate() }.code == NSEntityMigrationPolicyError)
            mapping.entityMappings[0].sourceExpression =
                NSMappingModel(contentsOf: folder.url.appending(path: "People.cdm"))?.entityMappings[0].sourceExpression
            try migrate()
            #expect(try labels(in: target) == ["Ada"])
        }

        private func context(of model: NSManagedObjectModel) -> NSManagedObjectContext {
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            return context
        }

        @Test("Bundles are searched for the mapping model of two versions")
        func bundlesAreSearchedForTheVersions() throws {
            _ = try write()
            let bundle = try #require(Bundle(url: folder.url))
            let (old, new) = (Self.model(isNew: false), Self.model(isNew: true))
            let found = NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)
            #expect(found?.entityMappings.count == 2)
            #expect(NSMappingModel(from: [bundle], forSourceModel: new, destinationModel: old) == nil)
            #expect(NSMappingModel(from: nil, forSourceModel: old, destinationModel: new) == nil)
            #expect(NSMappingModel(contentsOf: folder.url.appending(path: "None.cdm")) == nil)
        }
    }
#endif
