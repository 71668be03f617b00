import CoreData
import Testing

/// What many apps have: a protocol for their classes, and a class property with the name of the entity.
private protocol Managed: NSManagedObject {
    static var entityName: String { get }
}

extension Managed {
    static var sortedFetchRequest: NSFetchRequest<Self> {
        let request = NSFetchRequest<Self>(entityName: entityName)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }
}

private final class Mood: NSManagedObject, Managed {
    static var entityName: String { "Mood" }
    static let entityNames = [entityName]
}

private class Place: NSManagedObject {
    class var entityName: String { "Place" }
}

private final class Country: Place {
    override class var entityName: String { "Country" }
}

@Suite("Classes with a name of their own for the entity")
struct OwnEntityNameTests {
    @Test("An app's classes declare entityName, as a static or a class property")
    func declaringEntityName() {
        #expect(Mood.sortedFetchRequest.entityName == "Mood")
        #expect(Mood.entityNames == ["Mood"])
        let classes: [Place.Type] = [Place.self, Country.self]
        #expect(classes.map { $0.entityName } == ["Place", "Country"])
    }
}
