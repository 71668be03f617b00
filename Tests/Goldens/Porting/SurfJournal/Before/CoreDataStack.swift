// swift-format-ignore-file
import Foundation
import CoreData

class CoreDataStack {
    // MARK: Properties
    fileprivate let modelName: String

    lazy var mainContext: NSManagedObjectContext = {
        return self.storeContainer.viewContext
    }()

    private lazy var storeContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: self.modelName)
        self.seedCoreDataContainerIfFirstLaunch()
        container.loadPersistentStores { (storeDescription, error) in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        }
        return container
    }()

    init(modelName: String) {
        self.modelName = modelName
    }

    func saveContext() {
        guard mainContext.hasChanges else { return }
        do {
            try mainContext.save()
        } catch let nserror as NSError {
            fatalError("Unresolved error \(nserror), \(nserror.userInfo)")
        }
    }

    func export(to write: @escaping (String) -> Void) {
        storeContainer.performBackgroundTask { context in
            let results = (try? context.fetch(surfJournalFetchRequest())) ?? []
            for journalEntry in results { write(journalEntry.csv()) }
        }
    }
}

// MARK: Private
private extension CoreDataStack {
    func seedCoreDataContainerIfFirstLaunch() {
        let previouslyLaunched = UserDefaults.standard.bool(forKey: "previouslyLaunched")
        if !previouslyLaunched {
            UserDefaults.standard.set(true, forKey: "previouslyLaunched")
            let directory = NSPersistentContainer.defaultDirectoryURL()
            let url = directory.appendingPathComponent(modelName + ".sqlite")
            guard let seededDatabaseURL = Bundle.main.url(forResource: modelName, withExtension: "sqlite") else { return }
            _ = try? FileManager.default.removeItem(at: url)
            do {
                try FileManager.default.copyItem(at: seededDatabaseURL, to: url)
            } catch let nserror as NSError {
                fatalError("Error: \(nserror.localizedDescription)")
            }
        }
    }
}
