// The names of Apple's Core Data that generated code uses, declared so that the compiler can check such code where the
// framework is missing. Nothing here does anything.

public import Foundation

open class NSManagedObject: NSObject, NSFetchRequestResult {
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> { NSFetchRequest(entityName: "") }

    open class func entity() -> NSEntityDescription { NSEntityDescription() }

    public var objectID: NSManagedObjectID { NSManagedObjectID() }

    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}

    public convenience init(context: NSManagedObjectContext) {
        self.init(entity: Self.entity(), insertInto: context)
    }
}

open class NSManagedObjectID: NSObject {
    public func uriRepresentation() -> URL { URL(filePath: "") }
}

open class NSManagedObjectContext: NSObject {}

open class NSEntityDescription: NSObject {}
