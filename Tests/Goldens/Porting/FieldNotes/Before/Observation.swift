// swift-format-ignore-file
import CoreData
import SwiftUI

@objc(Observation)
public class Observation: NSManagedObject {
    @NSManaged public var identifier: UUID
    @NSManaged public var noticedAt: Date?
    @NSManaged public var text: String?
    @NSManaged public var site: Site?

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(UUID(), forKey: #keyPath(Observation.identifier))
        setPrimitiveValue(Date(), forKey: NSStringFromSelector(#selector(getter: noticedAt)))
    }

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Observation> {
        NSFetchRequest<Observation>(entityName: "Observation")
    }

    static func recent(limit: Int) -> NSFetchRequest<Observation> {
        let request: NSFetchRequest<Observation> = fetchRequest()
        request.predicate = NSPredicate(format: "\(#keyPath(Observation.noticedAt)) != nil AND \(#keyPath(Observation.site.title)) CONTAINS[cd] %@", "a")
        request.sortDescriptors = [
            NSSortDescriptor(key: #keyPath(Observation.noticedAt), ascending: false),
            NSSortDescriptor(key: #keyPath(Observation.text), ascending: true, selector: #selector(NSString.localizedCaseInsensitiveCompare)),
        ]
        request.relationshipKeyPathsForPrefetching = [#keyPath(Observation.site)]
        request.fetchLimit = limit
        return request
    }

    var accent: Color {
        text == nil ? .gray : .green
    }
}

struct ObservationRow: View {
    @ObservedObject var observation: Observation

    var body: some View {
        Text(observation.text ?? "")
            .foregroundColor(observation.accent)
    }
}
