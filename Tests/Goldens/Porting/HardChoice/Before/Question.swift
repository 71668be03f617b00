// swift-format-ignore-file
import CoreData
import Foundation

@objc(Question) @objcMembers
public class Question: NSManagedObject {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Question> {
        return NSFetchRequest<Question>(entityName: "Question")
    }

    @NSManaged public var content: String?
    @NSManaged public var choices: NSSet?

    @objc(addChoicesObject:)
    @NSManaged fileprivate func addToChoices(_ value: Choice)
}
