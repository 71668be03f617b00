// swift-format-ignore-file
import CoreData
import Foundation

let stack = CoreDataStack(modelName: "SurfJournal", folder: URL(fileURLWithPath: CommandLine.arguments[1]))

func surfJournalFetchRequest() -> NSFetchRequest<JournalEntry> {
    let fetchRequest: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
    fetchRequest.fetchBatchSize = 20
    let sortDescriptor = NSSortDescriptor(key: "date", ascending: false)
    fetchRequest.sortDescriptors = [sortDescriptor]
    return fetchRequest
}

// A child context for a new entry, given up; then another, kept.
for isKept in [false, true] {
    let childContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    childContext.parent = stack.mainContext
    let newJournalEntry = JournalEntry(context: childContext)
    newJournalEntry.location = "Reef \(isKept)"
    newJournalEntry.height = "6 ft"
    newJournalEntry.rating = 4
    newJournalEntry.date = Date()
    childContext.perform {}
    guard isKept, childContext.hasChanges else { continue }
    do {
        try childContext.save()
    } catch let error as NSError {
        fatalError("Error: \(error.localizedDescription)")
    }
    stack.saveContext()
}

// Editing an entry in a child.
let first = try stack.mainContext.fetch(surfJournalFetchRequest())[0]
let editing = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
editing.parent = stack.mainContext
let edited = editing.object(with: first.objectID) as! JournalEntry
edited.rating = NSNumber(value: 5)
print("before saving \(first.rating ?? 0)")
try editing.save()
stack.saveContext()
print("after saving \(first.rating ?? 0)")

var controller = NSFetchedResultsController<JournalEntry>()
controller = NSFetchedResultsController(
    fetchRequest: surfJournalFetchRequest(), managedObjectContext: stack.mainContext, sectionNameKeyPath: nil,
    cacheName: nil)
try controller.performFetch()
print("rows \(controller.sections?[0].numberOfObjects ?? -1)")

let exported = DispatchSemaphore(value: 0)
stack.storeContainer.performBackgroundTask { context in
    let results = (try? context.fetch(surfJournalFetchRequest())) ?? []
    for entry in results { print("exported \(entry.csv())") }
    exported.signal()
}
exported.wait()
