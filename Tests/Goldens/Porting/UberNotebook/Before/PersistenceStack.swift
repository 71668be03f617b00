// swift-format-ignore-file
import UIKit
import CoreData

class PersistenceStack {
    static let shared = PersistenceStack()

    // MARK: - Core Data stack

    lazy var persistentContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "UberNotebook")
        container.loadPersistentStores(completionHandler: { (storeDescription, error) in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        })
        return container
    }()

    // MARK: - Core Data Saving support

    @objc func saveContext () {
        let context = persistentContainer.viewContext
        if context.hasChanges {
            do {
                try context.save()
            } catch let error as NSError {
                print("Unresolved error \(error), \(error.userInfo)")
            }
        }
    }

    func createNotebook(named title: String) {
        let notebook = NSEntityDescription.insertNewObject(forEntityName: "Notebook", into: persistentContainer.viewContext)
        notebook.setValue(title, forKey: #keyPath(Notebook.title))
    }

    func listNotebooks() throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Notebook")
        return try persistentContainer.viewContext.fetch(request).compactMap { $0.value(forKey: #keyPath(Notebook.title)) as? String }
    }
}
