import CoreData
import Foundation

class JournalEntry: NSManagedObject {
    @nonobjc class func fetchRequest() -> NSFetchRequest<JournalEntry> {
        return NSFetchRequest<JournalEntry>(entityName: "JournalEntry")
    }

    @NSManaged var date: Date?
    @NSManaged var height: String?
    @NSManaged var period: String?
    @NSManaged var wind: String?
    @NSManaged var location: String?
    @NSManaged var rating: NSNumber?
}

extension JournalEntry: Identifiable {}

extension JournalEntry {
    func csv() -> String {
        let stars = rating?.int32Value ?? 0
        return "\(location ?? ""),\(height ?? ""),\(stars)"
    }
}

/// What the number of stars means.
enum Rating: Int {
    case poor = 1, fair, good, great, best
}
