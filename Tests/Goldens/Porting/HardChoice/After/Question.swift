// swift-format-ignore-file
import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Question) @objcMembers
#endif
public class Question: NSManagedObject {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Question> {
        return NSFetchRequest<Question>(entityName: "Question")
    }

    @NSManaged public var content: String?
    @NSManaged public var choices: NSSet?

    #if canImport(ObjectiveC)
    @objc(addChoicesObject:)
    #endif
    @NSManaged func addToChoices(_ value: Choice)
}
