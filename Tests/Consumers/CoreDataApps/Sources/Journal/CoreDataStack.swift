// swift-format-ignore-file
import CoreData
import Foundation

class CoreDataStack {
    private let modelName: String
    private let folder: URL

    lazy var mainContext: NSManagedObjectContext = self.storeContainer.viewContext

    lazy var storeContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: self.modelName)
        container.persistentStoreDescriptions.first?.url = self.folder.appendingPathComponent("\(self.modelName).sqlite")
        container.loadPersistentStores { _, error in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        }
        return container
    }()

    init(modelName: String, folder: URL) {
        self.modelName = modelName
        self.folder = folder
    }

    func saveContext() {
        guard mainContext.hasChanges else { return }
        do {
            try mainContext.save()
        } catch let nserror as NSError {
            fatalError("Unresolved error \(nserror), \(nserror.userInfo)")
        }
    }
}
