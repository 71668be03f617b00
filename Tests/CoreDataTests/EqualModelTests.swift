import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// Models that programs compare, merge, and look for in bundles.
@MainActor
@Suite(.serialized) struct EqualModelTests {
    @Test("Models with the same contents are equal, as migrators compare them")
    func equality() throws {
        let (first, second) = (Garage.model(), Garage.model())
        #expect(first == second && Set([first, second]).count == 1)
        let copy = try #require(first.copy() as? NSManagedObjectModel)
        #expect(copy == first)
        copy.entitiesByName["Car"]?.attributesByName["maker"]?.isOptional = false
        #expect(copy != first)
        #expect(Garage.model([Garage.attribute("seats", .integer16AttributeType)]) != first)
        let versions = [Garage.model([Garage.attribute("seats", .integer16AttributeType)]), second]
        #expect(versions.firstIndex(of: first) == 1)
    }

    @Test("A merged model has the templates, configurations, and version identifiers of all models")
    func mergedParts() throws {
        func model(_ entityName: String, _ version: String) -> NSManagedObjectModel {
            let (model, entity) = (NSManagedObjectModel(), NSEntityDescription())
            entity.name = entityName
            entity.properties = [Garage.attribute("name", .stringAttributeType)]
            model.entities = [entity]
            model.setEntities([entity], forConfigurationName: "Local")
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entityName)
            request.fetchLimit = 3
            model.setFetchRequestTemplate(request, forName: "recent\(entityName)")
            model.versionIdentifiers = [version]
            return model
        }
        let merged = try #require(NSManagedObjectModel(byMerging: [model("Note", "1"), model("Tag", "2")]))
        #expect(Set(merged.fetchRequestTemplatesByName.keys) == ["recentNote", "recentTag"])
        #expect(merged.fetchRequestTemplate(forName: "recentTag")?.fetchLimit == 3)
        #expect(merged.entities(forConfigurationName: "Local")?.compactMap(\.name).sorted() == ["Note", "Tag"])
        #expect(merged.versionIdentifiers == ["1", "2"])
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: merged)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: "Local", at: nil)
    }

    @Test("The model that a store was written with equals the program's")
    func modelOfStore() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Garage.sqlite")
        let context = try Garage.context(at: url)
        try context.save()
        let stored = try cachedModel(at: url)
        #expect(stored == Garage.model())
    }

    @Test("The only model of a bundle is the generated one, whose entities objects are made with")
    func onlyModel() throws {
        let folder = try TemporaryFolder()
        let bundles = try ["CoreDataHandwritten", "CoreDataSampleModels", "Nothing"].map { module in
            let url = folder.url.appending(path: "modelgen_\(module).resources")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            return try #require(Bundle(path: url.path(percentEncoded: false)))
        }
        let model = try #require(NSManagedObjectModel.mergedModel(from: [bundles[0]]))
        #expect(model.entitiesByName["JournalEntry"] != nil && model.entitiesByName["Superhero"] == nil)
        #expect(NSManagedObjectModel.mergedModel(from: [bundles[0]]) === model)
        #expect(NSPersistentContainer(name: "Handwritten").managedObjectModel === model)
        let others = try #require(NSManagedObjectModel.mergedModel(from: [bundles[1]]))
        #expect(others.entitiesByName["Superhero"] != nil && others.entitiesByName["JournalEntry"] == nil)
        #expect(NSManagedObjectModel.mergedModel(from: [bundles[2]]) == nil)
    }

    @Test("An object is made with the entity of its class, whichever equal model the context has")
    func entityOfCopy() throws {
        let model = try #require(newContainer().managedObjectModel.copy() as? NSManagedObjectModel)
        let container = NSPersistentContainer(name: "Copy", managedObjectModel: model)
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let generated = try #require(newContainer().managedObjectModel.entitiesByName["Superhero"])
        for entity in [Superhero.entity(), generated] {
            let hero = Superhero(entity: entity, insertInto: container.viewContext)
            hero.name = "Batman"
            #expect(hero.entity === model.entitiesByName["Superhero"])
        }
        try container.viewContext.save()
        #expect(try container.viewContext.count(for: Superhero.fetchRequest() as NSFetchRequest<Superhero>) == 2)
    }
}
