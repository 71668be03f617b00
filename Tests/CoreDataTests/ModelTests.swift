import CoreData
import CoreDataSampleModels
import Dispatch
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct ModelTests {
    private func copy() throws -> NSManagedObjectModel {
        let container = newContainer()
        return try #require(container.managedObjectModel.copy() as? NSManagedObjectModel)
    }

    @Test("A model is released with its container, and an object retains its entity")
    func releasedModels() throws {
        weak var model: NSManagedObjectModel?
        weak var entity: NSEntityDescription?
        var hero: NSManagedObject?
        do {
            let copy = try copy()
            let container = NSPersistentContainer(name: "Copy", managedObjectModel: copy)
            let hulk = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: container.viewContext)
            (model, entity, hero) = (copy, copy.entitiesByName["Superhero"], hulk)
        }
        #expect(model == nil && hero?.managedObjectContext == nil)
        #expect(hero?.entity === entity && hero?.entity.name == "Superhero")
        hero = nil
        #expect(entity == nil)
    }

    @Test("An entity keeps its attributes when its model is released")
    func anEntityStaysAsItIsWhenItsModelIsGone() throws {
        let entity: NSEntityDescription
        do {
            let copy = try copy()
            _ = NSPersistentStoreCoordinator(managedObjectModel: copy)
            entity = try #require(copy.entitiesByName["Superhero"])
        }
        #expect(entity.managedObjectModel == nil && entity.attributesByName["name"] != nil)
    }

    @Test("Version hashes and checksums are equal for equal models, and change with a property")
    func aPropertyHasAFingerprintOfItsOwnMIG1() throws {
        let (first, second) = (try copy(), try copy())
        let (name, other) = (
            try #require(first.entitiesByName["Superhero"]?.propertiesByName["name"]),
            try #require(second.entitiesByName["Superhero"]?.propertiesByName["name"])
        )
        #expect(name.versionHash == other.versionHash && name.versionHash.count == 32)
        other.isOptional.toggle()
        #expect(name.versionHash != other.versionHash)
        #expect(first.versionChecksum != second.versionChecksum)
        #expect(first.versionChecksum == (try copy().versionChecksum))
        let teams = try #require(first.entitiesByName["Superhero"]?.relationshipsByName["teams"])
        #expect(teams.versionHash.count == 32 && NSFetchedPropertyDescription().versionHash.isEmpty)
    }

    @Test("An attribute that is indexed in the older form has an index in the file, and after the model is copied")
    func indexedAttribute() throws {
        let entity = NSEntityDescription()
        entity.name = "Note"
        let title = NSAttributeDescription()
        title.name = "title"
        title.attributeType = .stringAttributeType
        title.isIndexed = true
        title.isIndexedBySpotlight = true
        let text = NSAttributeDescription()
        text.name = "text"
        text.attributeType = .stringAttributeType
        entity.properties = [title, text]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let copied = copy.entitiesByName["Note"]?.propertiesByName
        #expect(copied?["title"]?.isIndexed == true && copied?["title"]?.isIndexedBySpotlight == true)
        #expect(copied?["text"]?.isIndexed == false)

        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: copy)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        // The tables of a new file are in one of these.
        let bytes = try Data(contentsOf: url) + ((try? Data(contentsOf: URL(filePath: url.path + "-wal"))) ?? Data())
        #expect(bytes.range(of: Data("CREATE INDEX Z_Note_title ON ZNOTE (ZTITLE COLLATE BINARY ASC)".utf8)) != nil)
        #expect(bytes.range(of: Data("Z_Note_text".utf8)) == nil)
    }

    @Test("A fetch index refers to its entity, until it is removed")
    func anIndexKnowsItsEntity() throws {
        let hero = try #require(try copy().entitiesByName["Superhero"])
        let name = try #require(hero.propertiesByName["name"])
        let index = NSFetchIndexDescription(
            name: "byName", elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)])
        #expect(index.entity == nil)
        hero.indexes = [index]
        #expect(index.entity === hero)
        hero.indexes = []
        #expect(index.entity == nil)
    }

    @Test("The indexes of a copied model refer to the properties of the copy")
    func copiedIndexes() throws {
        let (parent, child) = (NSEntityDescription(), NSEntityDescription())
        let (name, weight) = (NSAttributeDescription(), NSAttributeDescription())
        (parent.name, child.name, name.name, weight.name) = ("Parent", "Child", "name", "weight")
        (parent.properties, child.properties, parent.subentities) = ([name], [weight], [child])
        let byName = NSFetchIndexElementDescription(property: name, collationType: .binary)
        byName.isAscending = false
        let byWeight = NSFetchIndexElementDescription(property: weight, collationType: .rTree)
        let index = NSFetchIndexDescription(name: "both", elements: [byName, byWeight])
        index.partialIndexPredicate = NSPredicate(format: "weight > 1")
        child.indexes = [index]
        let model = NSManagedObjectModel()
        model.entities = [parent, child]

        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let entity = try #require(copy.entitiesByName["Child"])
        let found = try #require(entity.indexes.first)
        #expect(found !== index && found.name == "both" && found.entity === entity && index.entity === child)
        #expect(found.partialIndexPredicate == index.partialIndexPredicate)
        #expect(found.elements.map(\.isAscending) == [false, true])
        #expect(found.elements.map(\.collationType) == [.binary, .rTree])
        // One property is the parent's, and both are the copy's.
        #expect(found.elements.first?.property === copy.entitiesByName["Parent"]?.propertiesByName["name"])
        #expect(found.elements.last?.property === entity.propertiesByName["weight"] && name.entity === parent)
    }

    @Test("Several threads can use a model at the same time")
    func severalThreads() throws {
        for _ in 0..<20 {
            let copy = try copy()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: copy)
                #expect(coordinator.managedObjectModel.entitiesByName["Superhero"]?.name == "Superhero")
            }
        }
    }
}
