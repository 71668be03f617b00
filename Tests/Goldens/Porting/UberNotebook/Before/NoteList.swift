// swift-format-ignore-file
import CoreData
import Foundation

@objc protocol NoteListDelegate: NSObjectProtocol {
    func noteListDidChange(_ lines: [String])
}

class NoteList: NSObject {
    private var fetchedResultsController: NSFetchedResultsController<Note>!
    private var events: [String] = []
    weak var delegate: NoteListDelegate?

    init(notebook: Notebook, context: NSManagedObjectContext) {
        super.init()
        let fetchRequest: NSFetchRequest<Note> = Note.fetchRequest()
        // only the notes of the notebook
        let predicate = NSPredicate(format: "%K == %@", #keyPath(Note.notebook), notebook)
        fetchRequest.predicate = predicate
        let sortDescriptor = NSSortDescriptor(key: #keyPath(Note.creationDate), ascending: false)
        fetchRequest.sortDescriptors = [sortDescriptor]
        fetchRequest.fetchBatchSize = 30
        fetchedResultsController = NSFetchedResultsController(fetchRequest: fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        fetchedResultsController.delegate = self
        try? fetchedResultsController.performFetch()
    }

    @objc func addNote(withContent content: String, to notebook: Notebook) {
        let note = Note(context: fetchedResultsController.managedObjectContext)
        note.content = content
        note.creationDate = Date()
        note.notebook = notebook
    }
}

extension NoteList: NSFetchedResultsControllerDelegate {
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        events = []
    }

    func controller(_ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?) {
        switch type {
        case .insert:
            events.append("insert \(newIndexPath!.row)")
        case .delete:
            events.append("delete \(indexPath!.row)")
        case .update:
            events.append("update \(indexPath!.row)")
        case .move:
            events.append("move \(indexPath!.row) \(newIndexPath!.row)")
        @unknown default:
            break
        }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        delegate?.noteListDidChange(events)
    }
}
