// swift-format-ignore-file
import CoreData
import Foundation

/// The shape of an app delegate's stack, and of its list of notes.
class NotebookApp: NSObject, NSFetchedResultsControllerDelegate {
    let folder: URL
    var events: [String] = []

    init(folder: URL) {
        self.folder = folder
    }

    lazy var persistentContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "UberNotebook")
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: self.folder.appendingPathComponent("UberNotebook.sqlite"))
        ]
        container.loadPersistentStores(completionHandler: { (storeDescription, error) in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        })
        return container
    }()

    func saveContext() {
        let context = persistentContainer.viewContext
        if context.hasChanges {
            do {
                try context.save()
            } catch {
                let nserror = error as NSError
                fatalError("Unresolved error \(nserror), \(nserror.userInfo)")
            }
        }
    }

    func createEntities() {
        let context = persistentContainer.viewContext
        let notebook = NSEntityDescription.insertNewObject(forEntityName: "Notebook", into: context)
        notebook.setValue("Shopping", forKey: "title")
        for content in ["milk", "bread"] {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(content, forKey: "content")
            note.setValue(Date(), forKey: "creationDate")
            note.setValue(notebook, forKey: "notebook")
        }
        saveContext()
    }

    func listNotes() throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        return try persistentContainer.viewContext.fetch(request).map { note in
            let notebook = note.value(forKey: "notebook") as! NSManagedObject
            _ = note.value(forKey: "creationDate") as! Date
            return "\(note.value(forKey: "content") as! String) in \(notebook.value(forKey: "title") as! String)"
        }.sorted()
    }

    func follow(_ notebook: Notebook) throws -> NSFetchedResultsController<Note> {
        let request: NSFetchRequest<Note> = Note.fetchRequest()
        request.predicate = NSPredicate(format: "%K == %@", "notebook", notebook)
        request.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        request.fetchBatchSize = 30
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: persistentContainer.viewContext, sectionNameKeyPath: nil,
            cacheName: nil)
        controller.delegate = self
        try controller.performFetch()
        return controller
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        switch type {
        case .insert: events.append("insert at \(newIndexPath!.row)")
        case .delete: events.append("delete at \(indexPath!.row)")
        case .update: events.append("update at \(indexPath!.row)")
        case .move: events.append("move")
        @unknown default: break
        }
    }
}
