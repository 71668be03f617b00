public import Foundation

/// What an atomic store holds of an object.
open class NSAtomicStoreCacheNode: NSObject {
    /// The object.
    public final let objectID: NSManagedObjectID
    /// The values by the names of properties: of an attribute its value, of a to-one relationship the destination's node, of a
    /// to-many one a set of nodes, or an ordered one. What has no value is not there, or is `NSNull`.
    open var propertyCache: NSMutableDictionary?

    /// A node without values.
    public init(objectID moid: NSManagedObjectID) { objectID = moid }

    /// The value of a property; nil for none.
    open func value(forKey key: String) -> Any? { propertyCache?[key] }

    /// Sets the value of a property; nil for none.
    open func setValue(_ value: Any?, forKey key: String) {
        let values = propertyCache ?? NSMutableDictionary()
        values[key] = value
        propertyCache = values
    }
}
