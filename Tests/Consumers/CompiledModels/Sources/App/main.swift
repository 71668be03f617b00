import CoreData
import Foundation

guard let url = Bundle.module.url(forResource: "Shop", withExtension: "momd"),
    let model = NSManagedObjectModel(contentsOf: url)
else { fatalError("the model is not in the bundle") }
for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) {
    print(entity.name ?? "", entity.managedObjectClassName ?? "", entity.propertiesByName.keys.sorted())
}
print(Bundle.module.url(forResource: "ShopToShop2", withExtension: "cdm") != nil)

// A store of the first version follows the mapping model, which leaves out the notes. Inferred, they would stay.
let store = FileManager.default.temporaryDirectory
    .appending(path: "Shop-\(ProcessInfo.processInfo.processIdentifier).sqlite")

func context(of model: NSManagedObjectModel) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: store,
        options: [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true])
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
}

guard let older = NSManagedObjectModel(contentsOf: url.appending(path: "Shop.mom")) else {
    fatalError("the first version is not in the bundle")
}
let before = try context(of: older)
try before.performAndWait {
    NSEntityDescription.insertNewObject(forEntityName: "Order", into: before)
        .setValuesForKeys(["number": 7, "note": "urgent"])
    try before.save()
}
if let open = before.persistentStoreCoordinator?.persistentStores.first {
    try before.persistentStoreCoordinator?.remove(open)
}
let after = try context(of: model)
try after.performAndWait {
    for order in try after.fetch(NSFetchRequest<NSManagedObject>(entityName: "Order")) {
        print(order.entity.attributesByName.keys.sorted().map { "\($0): \(order.value(forKey: $0) ?? "none")" })
    }
}
try after.persistentStoreCoordinator?.destroyPersistentStore(at: store, ofType: NSSQLiteStoreType)
