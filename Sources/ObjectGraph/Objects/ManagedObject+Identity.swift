// The identity of an object. These are members of the protocol rather than of the class, so that a module with Core Data's
// names can give its subclass members of these names with its own types.
extension Fetchable where Self: ManagedObject {
    /// The entity of the object.
    public var entity: EntityDescription { (self as ManagedObject).entity }
    /// The ID of the object, which is temporary until the first save of a new object.
    public var objectID: ObjectID { (self as ManagedObject).objectID }
    /// The context of the object. Objects do not retain their context (rule OBJ-34).
    public var managedObjectContext: ManagedObjectContext? { (self as ManagedObject).managedObjectContext }
}
