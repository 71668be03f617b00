// swift-format-ignore-file
import CoreData
import Foundation

final class CatalogDataSource: NSObject {
    private let dataController: DataController
    private var fetchedResultsController: NSFetchedResultsController<BookManagedObject>!

    init(dataController: DataController) {
        self.dataController = dataController
        super.init()
        let request = NSFetchRequest<BookManagedObject>(entityName: "Book")
        let sort = NSSortDescriptor(
            key: #keyPath(BookManagedObject.title),
            ascending: true,
            selector: #selector(NSString.localizedStandardCompare(_:))
        )
        request.sortDescriptors = [sort]
        fetchedResultsController = NSFetchedResultsController(
            fetchRequest: request,
            managedObjectContext: dataController.persistentContainer.viewContext,
            sectionNameKeyPath: nil,
            cacheName: "catalog.cache"
        )
        fetchedResultsController.delegate = nil
        do {
            try fetchedResultsController.performFetch()
        } catch {
            fatalError("\(error.localizedDescription)")
        }
    }

    func book(at indexPath: IndexPath) -> Book {
        fetchedResultsController.object(at: indexPath).book
    }

    func numberOfBooks(in section: Int) -> Int {
        guard let sections = fetchedResultsController.sections else { return 0 }
        return sections[section].numberOfObjects
    }
}
