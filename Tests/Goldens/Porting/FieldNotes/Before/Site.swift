// swift-format-ignore-file
import CoreData
import CoreLocation
import MapKit
import UIKit

@objc(Site)
public final class Site: NSManagedObject {
    @NSManaged public var title: String?
    @NSManaged private var latitude: Double
    @NSManaged private var longitude: Double
    @NSManaged public fileprivate(set) var observations: NSOrderedSet?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Site> { NSFetchRequest(entityName: "Site") }

    /// The place on a map.
    var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    func move(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

// MARK: - Generated accessors for observations

extension Site {
    @objc(insertObject:inObservationsAtIndex:)
    @NSManaged private func insertIntoObservations(_ value: Observation, at idx: Int)

    @objc(removeObjectFromObservationsAtIndex:)
    @NSManaged private func removeFromObservations(at idx: Int)

    @objc(addObservationsObject:)
    @NSManaged public func addToObservations(_ value: Observation)
}

// MARK: - MKAnnotation

extension Site: MKAnnotation {
    public var subtitle: String? { "\(observations?.count ?? 0)" }
}

// MARK: - Life cycle

extension Site {
    public override func willSave() {
        super.willSave()
        // An empty title is none.
        if !isDeleted, let title = title, title.isEmpty {
            setPrimitiveValue(nil, forKey: #keyPath(Site.title))
        }
    }

    public override func prepareForDeletion() {
        super.prepareForDeletion()
    }
}
