/// Lets generic code create objects of a class that it knows by its type only: `T(context: context)`.
///
/// ```swift
/// func makeObjects<Object: NSManagedObject>(_ count: Int, of type: Object.Type) -> [Object] {
///     (0..<count).map { _ in Object(context: context) }
/// }
/// ```
public protocol InsertableObject: AnyObject {
    /// Creates an object of an entity, in a context or in none.
    init(inserting entity: NSEntityDescription, into context: NSManagedObjectContext?)
}

// A member of the protocol, because Swift lets generic code call no initializer of a class that is not required, and a
// required one would have to be marked as such in each class that declares its own.
extension InsertableObject where Self: NSManagedObject {
    /// Inserts an object of the class's entity with the model's default values (rule OBJ-3).
    ///
    /// - Precondition: The context's model has exactly one entity with this class, and it is not abstract.
    public init(context moc: NSManagedObjectContext) {
        self.init(inserting: moc.entity(of: Self.self), into: moc)
    }
}
