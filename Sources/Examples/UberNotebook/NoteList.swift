import Foundation
import ObjectGraph

/// The notes of one notebook, the newest first, as a live result that prints its changes before and after saves.
final class NoteList: FetchedResultsControllerDelegate {
    private let controller: FetchedResultsController<Note>

    init(of notebook: Notebook, in context: ManagedObjectContext) throws {
        var request = Note.fetchRequest()
        request.predicate = try .format("%K == %@", Note.PropertyName.notebook, notebook)
        request.sortDescriptors = [SortDescriptor(\.creationDate, order: .reverse)]
        request.fetchBatchSize = 30
        controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        controller.delegate = self
        try controller.performFetch()
    }

    var count: Int { controller.sections?[0].numberOfObjects ?? 0 }

    /// The note with a number, from 1; nil if there is none.
    func note(number: Int) -> Note? {
        guard (1...max(1, count)).contains(number), count > 0 else { return nil }
        return controller.object(at: IndexPath(row: number - 1, section: 0))
    }

    // MARK: Changes

    func controllerWillChangeContent(_ controller: FetchedResultsController<Note>) { print("  will change") }

    func controller(
        _ controller: FetchedResultsController<Note>, didChange note: Note, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let content = note.content ?? ""
        switch type {
        case .insert: print("  insert at \(number(newIndexPath)): \(content)")
        case .delete: print("  delete from \(number(indexPath)): \(content)")
        case .update: print("  update at \(number(indexPath)): \(content)")
        case .move: print("  move from \(number(indexPath)) to \(number(newIndexPath)): \(content)")
        }
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Note>) {
        print("  did change; notes: \(count)")
    }

    private func number(_ indexPath: IndexPath?) -> Int { (indexPath?.row ?? -1) + 1 }
}
