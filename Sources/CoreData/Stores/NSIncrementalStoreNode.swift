public import Foundation

/// What an incremental store answers about an object.
open class NSIncrementalStoreNode: NSObject {
    /// The object.
    public final let objectID: NSManagedObjectID
    /// A number that differs each time the object has been changed.
    public private(set) final var version: UInt64
    private var values: [String: Any]

    /// What a store holds of an object.
    ///
    /// - Parameters:
    ///   - objectID: The object.
    ///   - values: By the names of properties: of an attribute its value, of a to-one relationship the destination's
    ///     `NSManagedObjectID`; `NSNull` for nil. An attribute that is left out is nil; a relationship that is left out is asked for
    ///     when it is read.
    ///   - version: Another number each time the object has been changed.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
    }

    /// Replaces the values and the version.
    open func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property: `NSNull` for nil, and nil where the node has none.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}
