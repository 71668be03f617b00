import Foundation
import ObjectGraph

/// Somebody who posts notices and reads those of others.
struct Member {
    let name: String
    let board: NoticeBoard

    /// Posts notices, and reads others' until there are as many of them.
    func take(part count: Int) throws {
        let context = board.container.newContext()
        // What other processes save comes into the context, and into the controller's result.
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
            guard Date() < deadline else { throw NobodyPosts(name: name) }
            if posted < count {
                posted += 1
                try post("notice \(posted)", number: posted, in: context)
            }
            // Where a user's action would end: what others have saved comes in.
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

/// Reads what comes into a controller's result.
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

/// Nobody else has posted anything for a while.
struct NobodyPosts: Error, CustomStringConvertible {
    var name: String

    var description: String { "\(name) waits for notices of others, and there are none" }
}
