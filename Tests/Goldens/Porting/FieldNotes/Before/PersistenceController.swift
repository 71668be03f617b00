// swift-format-ignore-file
import Combine
import CoreData
import UIKit
import os

final class PersistenceController: NSObject, ObservableObject {
    static let shared = PersistenceController()

    @Published private(set) var lastSave: Date?

    let container: NSPersistentContainer

    override init() {
        container = NSPersistentContainer(name: "FieldNotes")
        super.init()
        container.loadPersistentStores { _, error in
            if let error = error {
                fatalError("Unresolved error \(error)")
            }
        }
        container.viewContext.automaticallyMergesChangesFromParent = true
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        NotificationCenter.default.addObserver(
            self, selector: #selector(contextDidSave(_:)), name: .NSManagedObjectContextDidSave, object: container.viewContext)
    }

    @objc private func contextDidSave(_ notification: Notification) {
        lastSave = Date()
    }

    func save() {
        guard container.viewContext.hasChanges else { return }
        do {
            try container.viewContext.save()
        } catch {
            os_log("saving failed: %@", "\(error)")
        }
    }

    @discardableResult
    func deleteAll() throws -> Int {
        let request = NSBatchDeleteRequest(fetchRequest: Observation.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>)
        request.resultType = .resultTypeCount
        let result = try container.viewContext.execute(request) as? NSBatchDeleteResult
        return result?.result as? Int ?? 0
    }
}

#if canImport(UIKit)
extension PersistenceController {
    @objc func applicationDidEnterBackground(_ application: UIApplication) { save() }
}
#endif
