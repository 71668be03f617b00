import Observation

/// An object of a model: a lightweight object that reads its values from its context's snapshot until you change it.
///
/// A context has one instance for each ID, and equality is identity. Objects belong to their context and cannot leave
/// its isolation, but their ``Fetchable/objectID`` can.
///
/// ```swift
/// final class Book: ManagedObject {
///     var title: String? {
///         get { self[attribute: "title"] }
///         set { self[attribute: "title"] = newValue }
///     }
///     var author: Author? {
///         get { self[toOne: "author"] }
///         set { self[toOne: "author"] = newValue }
///     }
/// }
/// ```
open class ManagedObject {
    /// The entity of the object. ``Fetchable`` makes it public.
    final let entity: EntityDescription

    // Few and small properties, because there may be a million objects.

    /// The value of ``space``, which the object retains unless it borrows it.
    private final var heldSpace: Unmanaged<IdentitySpace>
    /// The object's number in the graph of its context.
    // The context's isolation keeps others away, and no access calls code that could come back here.
    @exclusivity(unchecked) final var reference: ObjectReference
    /// Cleared when the context is deallocated (rule OBJ-34), and when the object leaves it.
    final unowned(unsafe) var context: ManagedObjectContext?

    /// The retained properties of a changed object. Reading them does not count references, which would cost more than
    /// the access.
    private(set) final var heldChanges: Unmanaged<ChangedProperties>?
    /// Properties that only few objects have.
    final var details: ObjectDetails?
    /// The committed row when the object was read or fetched; none for a new object,
    /// and for a fault that no fetch found.
    final var heldRow = HeldRow.none
    /// The relationships that have been read since the object's values were, if they have a bit.
    private final var readRelationshipBits: UInt16 = 0
    /// The ``StampedState/stamp`` of the context when the values were read. Later, destinations may have been deleted.
    final var snapshotStamp: Int32 = -1
    /// A number that increases with every change, which shows whether a hook has changed something.
    final var changeCount: Int32 = 0
    final var flags: Flags = .isFault
    final var state = State.clean {
        didSet {
            if state != oldValue, state == .deleted || oldValue == .deleted { context?.departures.note() }
        }
    }
    /// Whether the object does not retain its entity's space. Retaining it for an object that soon gets another one
    /// would cost more than the rest of its creation.
    private final var borrowsSpace = false

    /// The space of the object's number.
    final var space: IdentitySpace {
        get { heldSpace.takeUnretainedValue() }
        set {
            let (old, wasBorrowed) = (heldSpace, borrowsSpace)
            heldSpace = .passRetained(newValue)
            borrowsSpace = false
            if !wasBorrowed { old.release() }
        }
    }

    /// ``heldChanges``, retained for the caller.
    final var changes: ChangedProperties? {
        get { heldChanges?.takeUnretainedValue() }
        set {
            let old = heldChanges
            heldChanges = newValue.map(Unmanaged.passRetained)
            old?.release()
        }
    }

    final var hasPending: Bool {
        get { flags.contains(.hasPending) }
        set { if newValue { flags.insert(.hasPending) } else { flags.remove(.hasPending) } }
    }

    /// Whether the object has changed since its context last processed changes.
    final var isInEvent: Bool {
        get { flags.contains(.isInEvent) }
        set { if newValue { flags.insert(.isInEvent) } else { flags.remove(.isInEvent) } }
    }

    package typealias State = ChangeState

    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The object has left its context for good: its deletion was saved, or its insertion rolled back.
        static let hasLeft = Flags(rawValue: 1)
        /// ``prepareForDeletion()`` is running, which may ask for the deletion again.
        static let isBeingDeleted = Flags(rawValue: 2)
        /// The store does not contain the object (rule CTX-33).
        static let isInaccessible = Flags(rawValue: 4)
        /// A hook is running in which setting values is not a change (rule OBJ-24).
        static let isAwaking = Flags(rawValue: 8)
        /// Reading the object informs Swift's observation.
        static let isObserved = Flags(rawValue: 16)
        /// Some of ``ObjectDetails/transientValues`` are set.
        static let hasTransientValues = Flags(rawValue: 32)
        /// The context was reset, so the object must no longer be used (rule CTX-18).
        static let isReset = Flags(rawValue: 64)
        /// The object was deleted before it was ever saved.
        static let isDropped = Flags(rawValue: 128)
        /// The object's values have not been accessed yet. Their row may already be known.
        static let isFault = Flags(rawValue: 256)
        /// There are ``pendingValues`` and ``pendingLinks``.
        static let hasPending = Flags(rawValue: 512)
        /// See ``isInEvent``.
        static let isInEvent = Flags(rawValue: 1024)
        /// Relationships of the object have been changed on this side only.
        static let isOneSided = Flags(rawValue: 2048)
        /// Core Data's initializer created the object, and it is not in a context yet.
        static let isUnplaced = Flags(rawValue: 4096)
        /// The object was refreshed, but is new or keeps links of others, so it is a fault for the program until it is
        /// touched, but has ``pendingValues`` and ``pendingLinks``.
        static let isValuedFault = Flags(rawValue: 8192)
        /// The object received its permanent ID before it was ever stored, so nothing that is stored can lead to it.
        static let wasIdentifiedEarly = Flags(rawValue: 16384)
        /// Without any of these, the object's values are those of its row.
        static let readsOtherThanRow: Flags = [.hasPending, .isFault, .isObserved, .hasTransientValues]
    }

    /// The name of the entity in the model.
    ///
    /// By default, this is the name of the class. Generated classes override it if the names differ, and classes that
    /// you write must do the same.
    open class var nameOfEntity: String { String(describing: self) }

    /// Creates a new object, or the instance for a stored object.
    ///
    /// Programs call ``init(context:)`` or ``ManagedObjectContext/insertNewObject(forEntityName:)``. Subclasses with
    /// stored properties give them initial values and inherit this initializer.
    public required init(entity: EntityDescription, objectID: ObjectID) {
        self.entity = entity
        heldSpace = .passRetained(objectID.space)
        reference = ObjectReference(
            entity: entity.ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
    }

    /// Inserts a new object of the class's entity, with the model's default values.
    ///
    /// - Precondition: The context's model has exactly one entity with this class, and it is not abstract.
    public convenience init(context: ManagedObjectContext) {
        let entity = context.entity(of: Self.self)
        self.init(entity: entity, objectID: ManagedObjectContext.makeTemporaryID(for: entity))
        context.adopt(inserted: self)
    }

    /// Creates a new object with the model's default values, in a context or in no context (rule OBJ-4).
    ///
    /// Without a context, you can set attributes, but not relationships, and you cannot save. To add the object to a
    /// context, call ``ManagedObjectContext/insert(_:)``.
    ///
    /// - Precondition: The entity is not abstract.
    public convenience init(entity: EntityDescription, insertInto context: ManagedObjectContext?) {
        self.init(entity: entity, objectID: ManagedObjectContext.makeTemporaryID(for: entity))
        if let context { context.insert(self) } else { takeDefaultValues(entity.noLinks) }
    }

    /// Whether a relationship has been read since the object's values were (rule FLT-5).
    final func hasRead(_ relationship: Int) -> Bool {
        relationship < UInt16.bitWidth
            ? readRelationshipBits & 1 << UInt16(relationship) != 0
            : details?.otherReadRelationships.contains(relationship) ?? false
    }

    final func noteReading(of relationship: Int) {
        if relationship < UInt16.bitWidth {
            readRelationshipBits |= 1 << UInt16(relationship)
        } else {
            ownDetails.otherReadRelationships.insert(relationship)
        }
    }

    final func forgetReadRelationships() {
        readRelationshipBits = 0
        details?.otherReadRelationships = []
    }

    /// Gives a new object the model's default values.
    ///
    /// - Parameter noLinks: The links of an object without destinations.
    final func takeDefaultValues(_ noLinks: [Links]) {
        setPending(entity.defaultValues.separateCopy, noLinks)
        flags.remove(.isFault)
    }

    deinit {
        context?.forget(self)
        heldChanges?.release()
        if !borrowsSpace { heldSpace.release() }
    }

    /// Notes that the space of the ID that the object was created with is the entity's, and was not retained.
    final func borrowSpace() { borrowsSpace = true }

    /// The ID of the object. ``Fetchable`` makes it public, like ``entity``.
    final var objectID: ObjectID {
        if reference.number == ObjectReference.maximumNumber { takeOwnIdentity() }
        return ObjectID(space, number: reference.number)
    }

    final var managedObjectContext: ManagedObjectContext? { context }
    /// The entity and the ID. Values are private data and do not appear in logs.
    open var description: String { "<\(entity.name) \(objectID)>" }

    // MARK: - Hooks

    /// Called once after the object is inserted, with its default values (rule OBJ-6).
    ///
    /// ```swift
    /// override func awakeFromInsert() {
    ///     super.awakeFromInsert()
    ///     createdAt = Date()
    /// }
    /// ```
    open func awakeFromInsert() {}

    /// Called after the values of a stored object are read (rule OBJ-24). Setting attributes here does not count as a
    /// change.
    open func awakeFromFetch() {}

    /// Called after undoing, redoing, rolling back, or refreshing changes the object (rule OBJ-38).
    open func awake(fromSnapshotEvents flags: SnapshotEventType) {}

    /// Called when the object is deleted, before its relationships change (rule OBJ-25).
    open func prepareForDeletion() {}

    /// Called before the object is validated and saved. You can still change it (rule OBJ-26).
    ///
    /// ```swift
    /// override func willSave() {
    ///     super.willSave()
    ///     if title?.isEmpty == true { title = "Untitled" }
    /// }
    /// ```
    open func willSave() {}

    /// Called after the object is saved. Changes here belong to the next save (rule OBJ-31).
    open func didSave() {}

    /// Called before the object releases its values (rule FLT-9).
    open func willTurnIntoFault() {}

    /// Called after the object releases its values.
    open func didTurnIntoFault() {}

    /// Validates a new object before it is saved. Overrides call `super` and throw an error for an invalid object.
    ///
    /// ```swift
    /// override func validateForInsert() throws {
    ///     try super.validateForInsert()
    ///     if universe == 0 && !teams.isEmpty { throw HeroError.teamsWithoutUniverse }
    /// }
    /// ```
    ///
    /// - Throws: ``ValidationError`` for one violation of the model, ``ValidationErrors`` for several.
    open func validateForInsert() throws { try checkValues() }

    /// Validates a changed object before it is saved. Overrides call `super` and throw an error for an invalid object.
    ///
    /// - Throws: ``ValidationError`` for one violation of the model, ``ValidationErrors`` for several.
    open func validateForUpdate() throws { try checkValues() }

    /// Validates an object before it is deleted. Overrides call `super` and throw an error for an invalid object.
    ///
    /// - Throws: ``ValidationError`` for one violation of the model, ``ValidationErrors`` for several.
    open func validateForDelete() throws { try checkDeletion() }
}

/// The reason that the values of an object changed without setting them.
///
/// ```swift
/// override func awake(fromSnapshotEvents flags: SnapshotEventType) {
///     super.awake(fromSnapshotEvents: flags)
///     if !flags.isDisjoint(with: [.rollback, .undoUpdate, .refresh]) { cachedTitle = nil }
/// }
/// ```
public struct SnapshotEventType: OptionSet, Sendable, Hashable {
    /// Core Data's numbers.
    public let rawValue: UInt

    /// - Parameter rawValue: A union of Core Data's numbers.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// An insertion was undone: the object no longer exists.
    public static let undoInsertion = SnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone, or an insertion redone: the object exists again.
    public static let undoDeletion = SnapshotEventType(rawValue: 1 << 2)
    /// A change was undone or redone.
    public static let undoUpdate = SnapshotEventType(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = SnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed with its changes kept.
    public static let refresh = SnapshotEventType(rawValue: 1 << 5)
    /// A merge policy merged the object with the saves of other contexts.
    public static let mergePolicy = SnapshotEventType(rawValue: 1 << 6)
}

extension ManagedObject: Hashable {
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject: CustomStringConvertible {}
