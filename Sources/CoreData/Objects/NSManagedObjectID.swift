public import Foundation
import ObjectGraph

/// The ID of an object: the same in every context of a store, and safe to pass to any queue.
///
/// ```swift
/// let heroID = hero.objectID  // Unlike the hero, it can go to any queue.
/// let background = container.newBackgroundContext()
/// let name = try background.performAndWait {
///     (try background.existingObject(with: heroID) as? Superhero)?.name
/// }
/// ```
public final class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, Sendable {
    let graphID: ObjectID

    init(_ graphID: ObjectID) { self.graphID = graphID }

    /// The object's own entity, not an ancestor's.
    ///
    /// - Precondition: A model with the entity is in use.
    public var entity: NSEntityDescription {
        guard let entity = ModelsInUse.entity(of: graphID) else {
            endProgram("no model in use has the entity '\(graphID.entityName)' of \(graphID)")
        }
        return entity
    }

    /// The store of the object; nil while the ID is temporary.
    public var persistentStore: NSPersistentStore? { graphID.storeIdentifier.flatMap(StoresInUse.store) }
    /// Whether the object is new: neither saved, nor given its permanent ID.
    public var isTemporaryID: Bool { graphID.isTemporaryID }

    /// `x-coredata://<store>/<Entity>/p<number>`, or `x-coredata:///<Entity>/t<number>` while temporary. For a custom
    /// store, the reference object replaces the number.
    ///
    /// ```swift
    /// let link = hero.objectID.uriRepresentation()  // Stays valid after the program ends, if the ID is permanent.
    /// let objectID = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: link)
    /// ```
    public func uriRepresentation() -> URL {
        guard RegisteredStores.isAny, let text = persistentStore?.storeReferences?.text(of: graphID) else {
            return graphID.uriRepresentation()
        }
        // By the store's own reference object.
        var components = URLComponents()
        components.scheme = "x-coredata"
        components.host = graphID.storeIdentifier?.uuidString
        components.path = "/\(graphID.entityName)/p"
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.~"))
        components.percentEncodedPath += text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
        return components.url ?? graphID.uriRepresentation()
    }

    /// Returns the ID itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return other.graphID.number == graphID.number && other.graphID == graphID
    }

    // A notification of a save has a set of thousands: of a store, they differ in the number and now and then in the
    // entity.
    public override var hash: Int { Int(truncatingIfNeeded: graphID.number) }

    public override var description: String {
        "\(Unmanaged.passUnretained(self).toOpaque()) <\(uriRepresentation().absoluteString)>"
    }
}
