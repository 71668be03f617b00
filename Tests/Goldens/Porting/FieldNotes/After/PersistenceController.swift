// swift-format-ignore-file
#if canImport(Combine)
import Combine
#endif
import CoreData
#if canImport(UIKit)
import UIKit
#endif
#if canImport(os)
import os
#endif

final class PersistenceController: NSObject {
    static let shared = PersistenceController()

    #if canImport(Combine)
    @Published
    #endif
    private(set) var lastSave: Date?

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

    #if canImport(ObjectiveC)
    @objc
    #endif
    private func contextDidSave(_ notification: Notification) {
        lastSave = Date()
    }

    func save() {
        guard container.viewContext.hasChanges else { return }
        do {
            try container.viewContext.save()
        } catch {
            #if canImport(os)
            os_log("saving failed: %@", "\(error)")
            #endif
        }
    }

    @discardableResult
    func deleteAll() throws -> Int {
        let request = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSFetchRequestResult>(entityName: "Observation"))
        request.resultType = .resultTypeCount
        let result = try container.viewContext.execute(request) as? NSBatchDeleteResult
        return result?.result as? Int ?? 0
    }
}

#if canImport(Combine)
extension PersistenceController: ObservableObject {}
#endif

#if canImport(UIKit)
extension PersistenceController {
    @objc func applicationDidEnterBackground(_ application: UIApplication) { save() }
}
#endif
