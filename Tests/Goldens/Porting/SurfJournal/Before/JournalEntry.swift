// swift-format-ignore-file
import UIKit
import CoreData

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

extension JournalEntry {
    func stringForDate() -> String {
        let dateFormatter = DateFormatter()
        dateFormatter.dateStyle = .short
        if let date = date {
            return dateFormatter.string(from: date)
        } else {
            return ""
        }
    }

    func csv() -> String {
        let coalescedHeight = height ?? ""
        let coalescedRating = rating?.stringValue ?? ""
        return "\(stringForDate()),\(coalescedHeight),\(coalescedRating)\n"
    }
}

func surfJournalFetchRequest() -> NSFetchRequest<JournalEntry> {
    let fetchRequest: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
    fetchRequest.fetchBatchSize = 20
    let sortDescriptor = NSSortDescriptor(key: #keyPath(JournalEntry.date), ascending: false)
    fetchRequest.sortDescriptors = [sortDescriptor]
    return fetchRequest
}
