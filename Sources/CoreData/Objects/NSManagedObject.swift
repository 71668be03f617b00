public import Foundation
public import ObjectGraph
import Synchronization

/// An object of a model, under Core Data's name.
///
/// It is an object of the runtime rather than one that forwards to it: there is one object for each, and what is read
/// and set goes the same way. See `HowItIsBuilt` in this module's documentation.
///
/// ```swift
/// let hero = Superhero(context: context)
/// hero.name = "Batgirl"
/// print(hero.isInserted, hero.changedValues())  // true ["name": "Batgirl"]
/// ```
open class NSManagedObject: ManagedObject, NSFetchRequestResult, InsertableObject {
    /// Creates an object with the model's default values, in a context or in none (rule OBJ-4). Overrides call it
    /// first.
    ///
    /// If a class overrides this, it is called for objects that come from a store as well. What it sets in such an
    /// object is left out.
    ///
    /// - Precondition: The entity belongs to a model that is in use, and is not abstract. In a context, the model is
    ///   the context's, or the context's has an equal entity.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        let description = (context?.ownEntity(like: entity) ?? entity).graphReference
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
    open var entity: NSEntityDescription {
        NSEntityDescription.description(of: (self as ManagedObject).entity)
    }

    /// The ID that the first save made, kept because each save gives it to observers.
    /// Any thread can ask for the ID meanwhile.
    private let savedID = AtomicLazyReference<NSManagedObjectID>()

    /// The ID, which is temporary until the first save of a new object.
    open var objectID: NSManagedObjectID {
        let current = (self as ManagedObject).objectID
        guard let saved = savedID.load(), saved.graphID == current else { return NSManagedObjectID(current) }
        return saved
    }

    /// Returns the ID under which a save wrote the object, and keeps the first one.
    final func keepID(_ objectID: ObjectID) -> NSManagedObjectID {
        if let saved = savedID.load(), saved.graphID == objectID { return saved }
        let made = NSManagedObjectID(objectID)
        _ = savedID.storeIfNil(made)
        return made
    }

    /// The context of the object, which does not retain it (rule OBJ-34); nil after the object has left it, and for a
    /// new object that was deleted before it was saved.
    open var managedObjectContext: NSManagedObjectContext? {
        // A dropped object keeps its context, which may undo the deletion.
        let object = self as ManagedObject
        return object.isDropped ? nil : (object.managedObjectContext?.adapter as? ContextLink)?.context
    }

    /// The entity of the class, in the latest model with the class.
    ///
    /// If no model in use has exactly one entity of the class, this writes a message to the standard error once, and
    /// returns an entity without a name, where Core Data returns nil.
    open class func entity() -> NSEntityDescription {
        if let loadedEntity { return NSEntityDescription.description(of: loadedEntity) }
        // A program that asks for a class's entity again and again gets one message.
        if Self.classesWithoutEntity.withLock({ $0.insert(ObjectIdentifier(self)).inserted }) {
            LaunchArguments.report(
                error: """
                    +[\(self) entity] Failed to find a unique match for an NSEntityDescription to a managed object \
                    subclass; load a model with exactly one entity of the class first
                    """)
        }
        return NSEntityDescription()
    }

    /// The runtime's entity of the class, in the latest model with the class; nil if there is not exactly one.
    static var loadedEntity: EntityDescription? {
        if LoadedEntities.entity(of: self) == nil { GeneratedModels.useAll(withClass: self) }
        return LoadedEntities.entity(of: self)
    }

    private static let classesWithoutEntity = Mutex<Set<ObjectIdentifier>>([])

    /// Returns a request for all objects of the class, whose type does not name the class.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.managedObjectClass = self
        return request
    }

    /// Whether changes of properties outside the model are ignored.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: - State

    /// Whether the object is new and has not been saved.
    open var isInserted: Bool { (self as ManagedObject).isInserted }
    /// Whether the object was stored before and has changes that have not been saved.
    open var isUpdated: Bool { (self as ManagedObject).isUpdated }
    /// Whether the next save removes the object, or the store was found not to contain it (rule CTX-33).
    open var isDeleted: Bool { (self as ManagedObject).isDeleted }
    /// Whether the object has changes that have not been saved.
    open var hasChanges: Bool { (self as ManagedObject).hasChanges }
    /// Whether the object has changes that a save would write (rules OBJ-11 and OBJ-12).
    open var hasPersistentChangedValues: Bool { (self as ManagedObject).hasPersistentChangedValues }
    /// Whether the object's values have not been read yet.
    open var isFault: Bool { (self as ManagedObject).isFault }
    /// 0 only if the object is not a fault (rule FLT-17).
    open var faultingState: Int { (self as ManagedObject).faultingState }

    /// Returns whether a relationship has not been read since the object was read (rule FLT-5).
    ///
    /// - Precondition: The entity has the relationship.
    open func hasFault(forRelationshipNamed key: String) -> Bool {
        (self as ManagedObject).hasFault(forRelationshipNamed: key)
    }

    /// Returns the IDs of a relationship's destinations, in order, without creating objects.
    ///
    /// - Precondition: The entity has the relationship.
    open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        (self as ManagedObject).objectIDs(forRelationshipNamed: key).map { NSManagedObjectID($0) }
    }

    /// Returns the new values of the properties that changed since the object was last saved or read (rules OBJ-8 and
    /// OBJ-14).
    ///
    /// ```swift
    /// for (key, value) in hero.changedValues() { print(key, "is now", value) }  // name is now Oracle
    /// ```
    open func changedValues() -> [String: Any] { (self as ManagedObject).changedValues() }

    /// Returns the last saved or read values of properties; `NSNull` for nil (rule OBJ-13).
    ///
    /// ```swift
    /// let savedName = hero.committedValues(forKeys: ["name"])["name"] as? String
    /// ```
    ///
    /// - Parameter keys: The properties; nil for all stored properties.
    open func committedValues(forKeys keys: [String]?) -> [String: Any] {
        (self as ManagedObject).committedValues(forKeys: keys)
    }

    /// Returns the new values of the properties that changed since the context last processed changes (rule OBJ-15).
    open func changedValuesForCurrentEvent() -> [String: Any] { (self as ManagedObject).changedValuesForCurrentEvent() }

    // MARK: - Values by key

    /// Returns the value of a property (rules OBJ-17 and OBJ-19), of one of this class's own properties such as
    /// `objectID`, or of ``value(forUndefinedKey:)`` for other keys.
    open func value(forKey key: String) -> Any? {
        if hasProperty(key) { return (self as ManagedObject).value(forKey: key) }
        switch key {
        case "self": return self
        case "objectID": return objectID
        case "entity": return entity
        case "managedObjectContext": return managedObjectContext
        // Key-value coding leaves out the "is" of flags.
        case "isInserted", "inserted": return NSNumber(value: isInserted)
        case "isUpdated", "updated": return NSNumber(value: isUpdated)
        case "isDeleted", "deleted": return NSNumber(value: isDeleted)
        case "isFault", "fault": return NSNumber(value: isFault)
        case "hasChanges": return NSNumber(value: hasChanges)
        default: return value(forUndefinedKey: key)
        }
    }

    /// Sets a property (rules OBJ-17 and OBJ-23), or calls ``setValue(_:forUndefinedKey:)`` for other keys.
    ///
    /// - Precondition: The value is of the property's type.
    open func setValue(_ value: Any?, forKey key: String) {
        if hasProperty(key) {
            (self as ManagedObject).setValue(value, forKey: key)
        } else {
            setValue(value, forUndefinedKey: key)
        }
    }

    /// Returns the value for a key that is not a property. Override it for values that the class computes.
    ///
    /// - Precondition: A subclass overrides it.
    open func value(forUndefinedKey key: String) -> Any? { refuseUndefined(key) }

    /// Sets the value for a key that is not a property. Override it for values that the class keeps itself.
    ///
    /// - Precondition: A subclass overrides it.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { refuseUndefined(key) }

    private func refuseUndefined(_ key: String) -> Never {
        endProgram("the entity '\((self as ManagedObject).entity.name)' has no property '\(key)'")
    }

    /// Called by programs for nil as the value of a number. Properties take nil, so the runtime does not call it.
    ///
    /// - Precondition: A subclass overrides it.
    open func setNilValueForKey(_ key: String) { endProgram("could not set nil as the value for the key '\(key)'") }

    /// Returns the value at the end of a path of keys, such as `notebook.title` (rules OBJ-20 and OBJ-21).
    ///
    /// - Precondition: The keys are those of properties, or of values that the objects' classes compute.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else {
            return keyPath.hasPrefix("@") ? (self as ManagedObject).value(forKeyPath: keyPath) : value(forKey: keyPath)
        }
        let (key, rest) = (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
        if isFollowed(rest, after: key) { return (self as ManagedObject).value(forKeyPath: keyPath) }
        switch value(forKey: key) {
        case nil: return nil
        case let object as NSManagedObject: return object.value(forKeyPath: rest)
        case let objects as NSSet: return objects.value(forKeyPath: rest)
        case let objects as NSOrderedSet: return objects.value(forKeyPath: rest)
        case let members as [String: Any]: return members[rest]
        default: endProgram("'\(rest)' in the key path '\(keyPath)' comes after a value that has no properties")
        }
    }

    /// Sets the property at the end of a path of keys, such as `notebook.title`, or the member of a composite. After a
    /// to-many relationship, it sets the property of each destination. Nothing is set if a value on the path is nil.
    ///
    /// - Precondition: The keys are those of properties, and the value is of the last one's type.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        let (path, key) = (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
        switch self.value(forKeyPath: path) {
        case nil: break
        case let object as NSManagedObject: object.setValue(value, forKey: key)
        case let objects as NSSet: Self.setValue(value, forKey: key, of: objects.allObjects)
        case let objects as NSOrderedSet: Self.setValue(value, forKey: key, of: objects.array)
        case let objects as [Any]: Self.setValue(value, forKey: key, of: objects)
        case var members as [String: Any]:
            members[key] = value
            setValue(members, forKeyPath: path)
        default: endProgram("'\(key)' in the key path '\(keyPath)' comes after a value that has no properties")
        }
    }

    /// Sets properties by name, in the order of the names. `NSNull` stands for nil.
    ///
    /// - Precondition: The same as for ``setValue(_:forKey:)``.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
            setValue(value is NSNull ? nil : value, forKey: key)
        }
    }

    /// Returns the values of properties by name, with `NSNull` for nil.
    ///
    /// - Precondition: The entity has the properties.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Validates a value for a property (rule VAL-16). The class can replace the value.
    ///
    /// If a class overrides it, a save calls it for each property of a new or changed object, except for relationships
    /// that have not been read (rule VAL-17). Overrides call `super`, which checks the rules of the model.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`, or the error of the class.
    /// - Precondition: The entity has the property.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {
        try reportingErrors { try (self as ManagedObject).validateValue(&value, forKey: key) }
    }

    // MARK: - Primitive values

    /// Returns the stored value of a property, without its accessor.
    ///
    /// For a to-many relationship, this is an `NSMutableSet` or an `NSMutableOrderedSet`. If you change it between
    /// ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)``, the latter changes the relationship.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    open func primitiveValue(forKey key: String) -> Any? {
        let object = self as ManagedObject
        guard let relationship = object.entity.relationship(named: key), relationship.isToMany else {
            return object.primitiveValue(forKey: key)
        }
        return object.primitiveCollection(of: relationship) { destinations -> AnyObject in
            if let ordered = destinations as? NSOrderedSet { return NSMutableOrderedSet(orderedSet: ordered) }
            return (destinations as? NSSet)?.mutableCopy() as? NSMutableSet ?? NSMutableSet()
        }
    }

    /// Sets a property without noting a change (rules OBJ-7, OBJ-16, and REL-30).
    ///
    /// - Precondition: The entity has the attribute or the relationship, and the value is of its type.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) {
        (self as ManagedObject).setPrimitiveValue(value, forKey: key)
    }

    /// Fires a fault before you call ``primitiveValue(forKey:)``.
    ///
    /// - Parameter key: A property; nil to only fire the fault.
    open func willAccessValue(forKey key: String?) { (self as ManagedObject).willAccessValue(forKey: key) }

    /// Ends the access that ``willAccessValue(forKey:)`` began.
    open func didAccessValue(forKey key: String?) { (self as ManagedObject).didAccessValue(forKey: key) }

    /// Announces a call of ``setPrimitiveValue(_:forKey:)``. The object then counts as changed. A key that is not a
    /// property has no effect.
    open func willChangeValue(forKey key: String) {
        if hasProperty(key) { (self as ManagedObject).willChangeValue(forKey: key) }
    }

    /// Ends a change that ``willChangeValue(forKey:)`` announced. For a relationship, this updates the inverse.
    open func didChangeValue(forKey key: String) {
        if hasProperty(key) { (self as ManagedObject).didChangeValue(forKey: key) }
    }

    /// Announces a change of a to-many relationship.
    ///
    /// - Parameters:
    ///   - inKey: The relationship.
    ///   - inMutationKind: How the set changes.
    ///   - inObjects: The objects that it changes by.
    open func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        willChangeValue(forKey: inKey)
    }

    /// Ends a change of a to-many relationship. This updates the inverse.
    ///
    /// - Parameters:
    ///   - inKey: The relationship.
    ///   - inMutationKind: How the set changed.
    ///   - inObjects: The objects that it changed by.
    open func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        didChangeValue(forKey: inKey)
    }

    /// Announces a change of an ordered relationship.
    ///
    /// - Parameters:
    ///   - changeKind: How the destinations change.
    ///   - indexes: The indexes of the destinations that change.
    ///   - key: The relationship.
    open func willChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        willChangeValue(forKey: key)
    }

    /// Ends a change of an ordered relationship. This updates the inverse.
    ///
    /// - Parameters:
    ///   - changeKind: How the destinations changed.
    ///   - indexes: The indexes of the destinations that changed.
    ///   - key: The relationship.
    open func didChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        didChangeValue(forKey: key)
    }

    /// Returns the key paths that a value depends on. There is no key-value observing off Apple's platforms, so only
    /// programs call it.
    open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }

    // MARK: - Changing to-many relationships

    /// Returns a set whose changes change a to-many relationship and its inverse (rule OBJ-22).
    ///
    /// Foundation off Apple's platforms casts only its own sets to Swift's: use `allObjects` of this one.
    ///
    /// ```swift
    /// hero.mutableSetValue(forKey: "teams").add(team)
    /// ```
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    open func mutableSetValue(forKey key: String) -> NSMutableSet { MutableDestinations(self, key) }

    /// Returns an ordered set whose changes change an ordered relationship and its inverse (rule OBJ-22).
    ///
    /// The set's methods show changes to the relationship by other code. On platforms without Apple's framework,
    /// iteration and `array` show them only after a call of another method.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        MutableOrderedDestinations(self, key)
    }

    /// Returns ``mutableSetValue(forKey:)`` of the object at a key path, such as `notebook.notes`.
    ///
    /// - Precondition: All steps but the last are to-one relationships with a destination.
    open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableSetValue(forKey: key)
    }

    /// Returns ``mutableOrderedSetValue(forKey:)`` of the object at a key path.
    ///
    /// - Precondition: All steps but the last are to-one relationships with a destination.
    open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableOrderedSetValue(forKey: key)
    }

    // MARK: - Validation

    /// Validates a new object before it is saved. Overrides call `super` first, and combine its error with their own.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: that of one property, or one with the code 1560 and those of several
    ///   under ``NSDetailedErrorsKey``.
    open override func validateForInsert() throws { try reportingErrors { try super.validateForInsert() } }

    /// Validates a changed object before it is saved, as ``validateForInsert()`` does a new one.
    ///
    /// - Throws: The errors of ``validateForInsert()``.
    open override func validateForUpdate() throws { try reportingErrors { try super.validateForUpdate() } }

    /// Validates an object before it is deleted, as ``validateForInsert()`` does a new one.
    ///
    /// - Throws: The errors of ``validateForInsert()``.
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

    /// Returns whether the object is of a class or of a subclass of it.
    public final func isKind(of aClass: AnyClass) -> Bool {
        func isInstance<Class>(of type: Class.Type) -> Bool { self is Class }
        return isInstance(of: aClass)
    }

    /// Returns whether the object is of a class, and not of a subclass of it.
    public final func isMember(of aClass: AnyClass) -> Bool { Swift.type(of: self) == aClass }

    /// Always false: there are no proxies.
    public final func isProxy() -> Bool { false }

    /// The entity and the ID. Values are private data and stay out of logs.
    open override var description: String {
        "<\(type(of: self)): \(Unmanaged.passUnretained(self).toOpaque())> "
            + "(entity: \(entity.name ?? ""); id: \(objectID))"
    }

    /// The entity and the ID, as in ``description``.
    open var debugDescription: String { description }
}

/// The reason why the values of an object changed without being set.
public typealias NSSnapshotEventType = SnapshotEventType
