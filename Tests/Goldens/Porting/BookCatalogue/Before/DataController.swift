// swift-format-ignore-file
import CoreData
import UIKit
import os.log

final class DataController {
    let persistentContainer: NSPersistentContainer

    init(completion: @escaping () -> Void = {}) {
        persistentContainer = NSPersistentContainer(name: "BookCatalogue")
        let isFirstLaunch = !FileManager.default.fileExists(atPath: DataController.storeURL.path)
        persistentContainer.loadPersistentStores { [unowned self] _, error in
            guard error == nil else { fatalError("\(error!)") }
            self.persistentContainer.viewContext.automaticallyMergesChangesFromParent = true
            if isFirstLaunch { self.importCatalog(at: nil) }
            completion()
        }
    }

    static var storeURL: URL {
        NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("BookCatalogue.sqlite")
    }

    func importCatalog(at url: URL?) {
        guard let url = url, let data = try? Data(contentsOf: url) else { return }
        persistentContainer.performBackgroundTask { context in
            context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            do {
                for book in try JSONDecoder().decode([Book].self, from: data) {
                    BookManagedObject.make(from: book, in: context)
                }
                try context.save()
            } catch {
                print(error)
            }
        }
    }
}
