// What tells which object one is. The class has these members of the protocol, rather than ones of its own: a module that
// offers Core Data's names can give its subclass members of these names, of types of its own.
extension Fetchable where Self: ManagedObject {
    /// The entity of the object.
    public var entity: EntityDescription { (self as ManagedObject).entity }

    /// The ID of the object, which is temporary until the first save of a new object.
    public var objectID: ObjectID { (self as ManagedObject).objectID }

    /// The context of the object. Objects do not retain their context (rule OBJ-34).
    public var managedObjectContext: ManagedObjectContext? { (self as ManagedObject).managedObjectContext }
}
