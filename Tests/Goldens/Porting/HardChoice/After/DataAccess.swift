// swift-format-ignore-file
import CoreData
import Foundation

public class DataAccess: NSObject {
    public class var sharedInstance: DataAccess {
        struct Static {
            static let instance = DataAccess()
        }
        return Static.instance
    }

    lazy var container: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "HardChoice")
        container.loadPersistentStores { _, error in
            if let error = error as NSError? {
                NSLog("Unresolved error \(error), \(error.userInfo)")
            }
        }
        return container
    }()

    func makeController(delegate: NSFetchedResultsControllerDelegate?) -> NSFetchedResultsController<Question> {
        let fetchRequest = NSFetchRequest<Question>()
        let context = container.viewContext
        fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Question", in: context)
        fetchRequest.fetchBatchSize = 20
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: "content", ascending: false)]
        let controller = NSFetchedResultsController(fetchRequest: fetchRequest, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: "Master")
        controller.delegate = delegate
        return controller
    }

    func deleteAll() throws {
        let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSFetchRequestResult>(entityName: "Question"))
        _ = try container.viewContext.execute(request)
    }
}
