// swift-format-ignore-file
import CoreData
#if canImport(SwiftUI)
import SwiftUI
#endif

#if canImport(ObjectiveC)
@objc(Observation)
#endif
public class Observation: NSManagedObject {
    @NSManaged public var identifier: UUID
    @NSManaged public var noticedAt: Date?
    @NSManaged public var text: String?
    @NSManaged public var site: Site?

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(UUID(), forKey: "identifier")
        setPrimitiveValue(Date(), forKey: "noticedAt")
    }

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Observation> {
        NSFetchRequest<Observation>(entityName: "Observation")
    }

    static func recent(limit: Int) -> NSFetchRequest<Observation> {
        let request: NSFetchRequest<Observation> = fetchRequest()
        request.predicate = NSPredicate(format: "noticedAt != nil AND site.title CONTAINS[cd] %@", "a")
        request.sortDescriptors = [
            NSSortDescriptor(key: "noticedAt", ascending: false),
            NSSortDescriptor(key: "text", ascending: true, selector: Selector(("localizedCaseInsensitiveCompare:"))),
        ]
        request.relationshipKeyPathsForPrefetching = ["site"]
        request.fetchLimit = limit
        return request
    }

    #if canImport(SwiftUI)
    var accent: Color {
        text == nil ? .gray : .green
    }
    #endif
}

#if canImport(SwiftUI)
struct ObservationRow: View {
    @ObservedObject var observation: Observation

    var body: some View {
        Text(observation.text ?? "")
            .foregroundColor(observation.accent)
    }
}
#endif
