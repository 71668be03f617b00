import Foundation
import ObjectGraph

/// A person who posts notices and reads other people's.
struct Member {
    let name: String
    let board: NoticeBoard

    /// Posts notices, and reads other people's until it has read as many.
    func take(part count: Int) throws {
        let context = board.container.newContext()
        // The context, and so the controller's result, receives what other processes save.
        context.automaticallyMergesChangesFromParent = true
        var request = Notice.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.author), SortDescriptor(\.number)]
        let notices = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let reader = Reader(name: name)
        notices.delegate = reader
        try notices.performFetch()
        reader.read(notices.fetchedObjects ?? [])

        let deadline = Date(timeIntervalSinceNow: 30)
        var posted = 0
        while posted < count || reader.noticesOfOthers.count < count {
            guard Date() < deadline else { throw NobodyPostsError(name: name) }
            if posted < count {
                posted += 1
                try post("notice \(posted)", number: posted, in: context)
            }
            // As at the end of a user's action: the context receives what others have saved.
            context.processPendingChanges()
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    private func post(_ text: String, number: Int, in context: ManagedObjectContext) throws {
        let notice = Notice(context: context)
        notice.author = name
        notice.number = Int32(number)
        notice.text = text
        try context.save()
    }
}

/// Reads the notices in a controller's result.
private final class Reader: FetchedResultsControllerDelegate {
    let name: String
    private(set) var noticesOfOthers: Set<ObjectID> = []

    init(name: String) { self.name = name }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Notice>) {
        read(controller.fetchedObjects ?? [])
    }

    func read(_ notices: [Notice]) {
        for notice in notices where notice.author != name && noticesOfOthers.insert(notice.objectID).inserted {
            print("\(name) reads: \(notice.author ?? "?"), \(notice.text ?? "")")
        }
    }
}

/// An error that occurs if nobody else posts a notice for a while.
struct NobodyPostsError: Error, CustomStringConvertible {
    var name: String

    var description: String { "no notices from others arrived for \(name)" }
}
