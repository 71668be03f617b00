// What tells which object one is. The class has these members of the protocol, rather than ones of its own: a module that
// offers Core Data's names can give its subclass members of these names, of types of its own.
extension Fetchable where Self: ManagedObject {
    /// What the object is an instance of.
    public var entity: EntityDescription { (self as ManagedObject).entity }

    /// Temporary until the first save of a new object.
    public var objectID: ObjectID { (self as ManagedObject).objectID }

    /// The context the object belongs to. It is not kept alive by its objects (rule OBJ-34).
    public var managedObjectContext: ManagedObjectContext? { (self as ManagedObject).managedObjectContext }
}
