import Foundation
public import ObjectGraph

/// An object of a model, under Core Data's name.
///
/// It is an object of the runtime rather than one that forwards to it: there is one object for each, and what is read and
/// set goes the same way. See `HowItIsBuilt` in this module's documentation.
open class NSManagedObject: ManagedObject, NSFetchRequestResult {
    /// Creates an object with the model's default values, in a context or in none (rule OBJ-4). Overrides call it
    /// first.
    ///
    /// If a class overrides this, it is called for objects that come from a store as well. What it sets in such an object is
    /// left out.
    ///
    /// - Precondition: The entity belongs to a model that is in use, and is not abstract.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        let description = entity.graphReference
        if let context {
            super.init(
                entity: description.takeUnretainedValue(), objectID: ManagedObject.newObjectID(for: description))
            beginInserted(in: context.graphReference)
        } else {
            super.init(
                entity: description.takeUnretainedValue(), objectID: ManagedObject.unplacedObjectID(for: description))
            beginUnplaced()
        }
    }

    /// Inserts an object of the class's entity with the model's default values (rule OBJ-3).
    ///
    /// - Precondition: The context's model has exactly one entity with this class, and it is not abstract.
    public convenience init(context moc: NSManagedObjectContext) {
        self.init(entity: moc.entity(of: Self.self), insertInto: moc)
    }

    /// Creates an object of an entity whose class is known only at run time, in a context or in none.
    public required convenience init(inserting entity: NSEntityDescription, into context: NSManagedObjectContext?) {
        self.init(entity: entity, insertInto: context)
    }

    /// Creates the instance for a stored object. Contexts call this.
    public required convenience init(entity: EntityDescription, objectID: ObjectID) {
        self.init(entity: NSEntityDescription.description(of: entity), insertInto: nil)
        becomeInstance(for: objectID)
    }

    /// The entity of the object.
    public final var entity: NSEntityDescription {
        NSEntityDescription.description(of: (self as ManagedObject).entity)
    }

    /// The ID, which is temporary until the first save of a new object.
    public final var objectID: NSManagedObjectID { NSManagedObjectID((self as ManagedObject).objectID) }

    /// The context of the object, which does not retain it (rule OBJ-34); nil after the object has left it, and for a new
    /// object that was deleted before it was saved.
    public final var managedObjectContext: NSManagedObjectContext? {
        // A dropped object still leads to the context, which may undo the deletion.
        let object = self as ManagedObject
        return object.isDropped ? nil : (object.managedObjectContext?.adapter as? ContextLink)?.context
    }

    /// The entity of the class, in the latest model with the class.
    ///
    /// If no model in use has exactly one entity of the class, this writes a message to the standard error, and returns an entity
    /// without a name, where Core Data returns nil.
    open class func entity() -> NSEntityDescription {
        GeneratedModels.useAll(withClass: self)
        if let entity = LoadedEntities.entity(of: self) { return NSEntityDescription.description(of: entity) }
        let message = """
            CoreData: error: +[\(self) entity] Failed to find a unique match for an NSEntityDescription to a managed object \
            subclass; load a model with exactly one entity of the class first

            """
        FileHandle.standardError.write(Data(message.utf8))
        return NSEntityDescription()
    }

    /// Returns a request for all objects of the class, whose type does not name the class.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.managedObjectClass = self
        return request
    }

    /// Whether changes of properties outside the model are ignored.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: - Validation

    /// Validates a new object before it is saved. Overrides call `super` first, and combine its error with their own.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: that of one property, or one with the code 1560 and those of several under
    ///   ``NSDetailedErrorsKey``.
    open override func validateForInsert() throws { try reportingErrors { try super.validateForInsert() } }

    /// Validates a changed object before it is saved, as ``validateForInsert()`` does a new one.
    open override func validateForUpdate() throws { try reportingErrors { try super.validateForUpdate() } }

    /// Validates an object before it is deleted, as ``validateForInsert()`` does a new one.
    open override func validateForDelete() throws { try reportingErrors { try super.validateForDelete() } }

    private func reportingErrors(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw ErrorAdapting(context: managedObjectContext).adapted(error)
        }
    }

    // MARK: - As Foundation's objects

    /// Whether another value is the same object.
    open func isEqual(_ object: Any?) -> Bool { (object as AnyObject?) === self }

    /// The hash of the object's identity.
    open var hash: Int { ObjectIdentifier(self).hashValue }

    /// The object itself.
    public final func `self`() -> Self { self }

    /// Always false: there are no proxies.
    public final func isProxy() -> Bool { false }

    /// The entity and the ID. Values are private data and stay out of logs.
    open override var description: String {
        "<\(type(of: self)): \(Unmanaged.passUnretained(self).toOpaque())> (entity: \(entity.name ?? ""); id: \(objectID))"
    }

    /// The entity and the ID, as in ``description``.
    open var debugDescription: String { description }
}

/// The reason why the values of an object changed without being set.
public typealias NSSnapshotEventType = SnapshotEventType
