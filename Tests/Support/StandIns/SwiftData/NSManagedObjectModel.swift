public import CoreData

extension NSManagedObjectModel {
    public static func makeManagedObjectModel(
        for entityTypes: [any PersistentModel.Type], mergedWith managedObjectModel: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? { standIn() }
}
