// swift-format-ignore-file
import CoreData
#if canImport(CoreLocation)
import CoreLocation
#endif
#if canImport(MapKit)
import MapKit
#endif
#if canImport(UIKit)
import UIKit
#endif

#if canImport(ObjectiveC)
@objc(Site)
#endif
public final class Site: NSManagedObject {
    @NSManaged public var title: String?
    @NSManaged var latitude: Double
    @NSManaged var longitude: Double
    @NSManaged public fileprivate(set) var observations: NSOrderedSet?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Site> { NSFetchRequest(entityName: "Site") }

    #if canImport(CoreLocation)
    /// The place on a map.
    var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
    #endif

    func move(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    public override func willSave() {
        super.willSave()
        // An empty title is none.
        if !isDeleted, let title = title, title.isEmpty {
            setPrimitiveValue(nil, forKey: "title")
        }
    }

    public override func prepareForDeletion() {
        super.prepareForDeletion()
    }
}

// MARK: - Generated accessors for observations

extension Site {
    #if canImport(ObjectiveC)
    @objc(insertObject:inObservationsAtIndex:)
    #endif
    @NSManaged func insertIntoObservations(_ value: Observation, at idx: Int)

    #if canImport(ObjectiveC)
    @objc(removeObjectFromObservationsAtIndex:)
    #endif
    @NSManaged func removeFromObservations(at idx: Int)

    #if canImport(ObjectiveC)
    @objc(addObservationsObject:)
    #endif
    @NSManaged public func addToObservations(_ value: Observation)
}

// MARK: - MKAnnotation

#if canImport(MapKit)
extension Site: MKAnnotation {
    public var subtitle: String? { "\(observations?.count ?? 0)" }
}
#endif

// MARK: - Life cycle
