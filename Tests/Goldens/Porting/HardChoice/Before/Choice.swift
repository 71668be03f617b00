// swift-format-ignore-file
import CoreData
import Foundation

@objc(Choice)
public class Choice: NSManagedObject {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Choice> {
        return NSFetchRequest<Choice>(entityName: "Choice")
    }

    @NSManaged public var name: String?
    @NSManaged public var weight: Int32
    @NSManaged public var question: Question?
}
