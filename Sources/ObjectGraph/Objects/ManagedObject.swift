/// An object of a model: a light identity that reads through to its context's snapshot until it is written to.
///
/// One context has one instance for an identity; equality is identity. Objects belong to their context and may not
/// leave its isolation; their ``objectID`` may.
open class ManagedObject: Fetchable {
    /// What the object is an instance of.
    public final let entity: EntityDescription
    /// Temporary until the first save of a new object.
    public internal(set) final var objectID: ObjectID
    /// The context the object belongs to. It is not kept alive by its objects (rule OBJ-34).
    public internal(set) final weak var managedObjectContext: ManagedObjectContext?

    /// The state that has not been saved; nil while the object is as its context's snapshot has it.
    final var pending: ObjectRecord?
    /// The committed state as it was last read, and the generation of the snapshot it was read from.
    final var committed: (record: ObjectRecord, generation: Int)?
    /// Which relationship was last found to refer to no deleted object.
    final var livingReferences: LivingReferences?
    final var state = State.clean {
        didSet {
            if state != oldValue, state == .deleted || oldValue == .deleted { managedObjectContext?.noteDepartures() }
        }
    }
    /// Whether the object has left its context for good: its deletion was saved, or its insertion rolled back.
    final var hasLeft = false
    /// Whether ``prepareForDeletion()`` is running, which may ask for the deletion again.
    final var isBeingDeleted = false

    enum State {
        case clean, inserted, updated, deleted
    }

    /// The name of the entity in the model.
    ///
    /// That is the name of the class, unless the class says otherwise. Generated classes do where the two differ; one
    /// that is written by hand has to override this there.
    open class var entityName: String { String(describing: self) }

    /// Makes a new object, or the instance for a stored one.
    ///
    /// Programs call ``init(context:)`` or ``ManagedObjectContext/insertNewObject(forEntityName:)``. Subclasses with
    /// stored properties give these initial values and inherit this initializer.
    public required init(entity: EntityDescription, objectID: ObjectID) {
        self.entity = entity
        self.objectID = objectID
    }

    /// Inserts a new object of the class's entity, which holds the model's default values.
    ///
    /// - Precondition: The context's model has exactly one entity with this class, and it is not abstract.
    public convenience init(context: ManagedObjectContext) {
        let entities = context.managedObjectModel.entities(of: Self.self)
        precondition(
            entities.count == 1,
            """
            the model '\(context.managedObjectModel.name)' has \(entities.count) entities with the class \(Self.self); \
            use insertNewObject(forEntityName:)
            """)
        let entity = entities[0]
        self.init(entity: entity, objectID: context.makeTemporaryID(for: entity))
        context.adopt(inserted: self)
    }

    deinit {
        managedObjectContext?.forget(objectID)
    }

    /// Whether the object is new and has not been saved.
    public final var isInserted: Bool { state == .inserted }
    /// Whether the object was stored before and has changes that have not been saved.
    public final var isUpdated: Bool { state == .updated }
    /// Whether the object will be gone after the next save.
    public final var isDeleted: Bool { state == .deleted }
    /// Whether the object has changes that have not been saved.
    public final var hasChanges: Bool { state != .clean }

    /// Called once after the object has been inserted, when it holds its default values (rule OBJ-6).
    open func awakeFromInsert() {}

    /// Called when the object is deleted, before the relationships are undone (rule OBJ-25).
    open func prepareForDeletion() {}
}

extension ManagedObject: Hashable {
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool {
        left === right
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// By the standard library's own `id`, so that a model may have an attribute of that name.
extension ManagedObject: Identifiable {}

extension ManagedObject: CustomStringConvertible {
    /// The entity and the identity. Values are private data and stay out of logs.
    public var description: String {
        "<\(entity.name) \(objectID)>"
    }
}
