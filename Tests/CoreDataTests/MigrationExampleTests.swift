import CoreData
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of migrations.
@MainActor
@Suite struct MigrationExampleTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "Notes.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("The examples of a mapping model give a new attribute the value of an old one")
    func mappings() throws {
        let (old, new) = (makeNotes("title"), makeNotes("title", "text"))
        let newURL = folder.url.appending(path: "New.sqlite")
        let context = try Garage.context(old, at: url)
        NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue("Milk", forKey: "title")
        try context.save()
        // Example: NSMappingModel
        let mappings = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for mapping in mappings.entityMappings { print(mapping.name ?? "", mapping.mappingType) }
        // End
        // Example: NSEntityMapping
        let notes = mappings.entityMappings.first { $0.destinationEntityName == "Note" }
        let text = notes?.attributeMappings?.first { $0.name == "text" }
        // End
        // Example: NSPropertyMapping
        text?.valueExpression = NSExpression(format: "$source.title")  // The text begins as the title.
        // End
        // Example: NSEntityMappingType
        notes?.mappingType = .transformEntityMappingType  // Its objects change; .copyEntityMappingType if they do not.
        // End
        try NSMigrationManager(sourceModel: old, destinationModel: new)
            .migrateStore(from: url, type: .sqlite, mapping: mappings, to: newURL, type: .sqlite)
        let found = try Garage.context(new, at: newURL).fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(found.map { $0.value(forKey: "text") as? String } == ["Milk"])
    }

    @Test("The examples of stages migrate a store through three versions")
    func stages() throws {
        let (first, second, third) = (makeNotes("title"), makeNotes("title", "text"), makeNotes("text"))
        let before = try Garage.context(first, at: url)
        NSEntityDescription.insertNewObject(forEntityName: "Note", into: before).setValue("Milk", forKey: "title")
        try before.save()
        var labels: [String] = []
        // Example: NSLightweightMigrationStage
        let added = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
        added.label = "Notes have a text"
        // End
        // Example: NSManagedObjectModelReference
        let from = NSManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum)
        let to = NSManagedObjectModelReference(model: third, versionChecksum: third.versionChecksum)
        // End
        // Example: NSCustomMigrationStage
        let removed = NSCustomMigrationStage(migratingFrom: from, to: to)
        removed.willMigrateHandler = { manager, _ in  // While notes still have titles
            guard let context = manager.container?.newBackgroundContext() else { throw CocoaError(.migration) }
            let notes = NSFetchRequest<NSManagedObject>(entityName: "Note")
            try context.performAndWait {
                for note in try context.fetch(notes) { note.setValue(note.value(forKey: "title"), forKey: "text") }
                try context.save()
            }
        }
        // End
        removed.label = "Notes have no title"
        let stages = [added, removed]
        // Example: NSMigrationStage
        for stage in stages { labels.append(stage.label ?? "without a name") }
        // End
        #expect(labels == ["Notes have a text", "Notes have no title"])
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(
            NSStagedMigrationManager(stages), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: third)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let notes = try container.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(notes.map { $0.value(forKey: "text") as? String } == ["Milk"])
    }
}
