// swift-format-ignore-file
import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Choice)
#endif
public class Choice: NSManagedObject {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Choice> {
        return NSFetchRequest<Choice>(entityName: "Choice")
    }

    @NSManaged public var name: String?
    @NSManaged public var weight: Int32
    @NSManaged public var question: Question?

    override public func validateForInsert() throws {
        try super.validateForInsert()
        if question == nil {
            throw NSError(domain: "HardChoice", code: 1, userInfo: [NSLocalizedDescriptionKey: "a choice needs a question"])
        }
    }
}
