// What a class of Core Data's own names can override. These are members of the protocol rather than of the class, so
// that a subclass in another module can declare members with the same names, and others can override those.
extension Fetchable where Self: ManagedObject {
    /// Whether the object is new and has not been saved.
    public var isInserted: Bool { (self as ManagedObject).isInserted }

    /// Whether the object was stored before and has changes that have not been saved.
    public var isUpdated: Bool { (self as ManagedObject).isUpdated }

    /// Whether the next save removes the object, or the store was found not to contain it (rule CTX-33).
    public var isDeleted: Bool { (self as ManagedObject).isDeleted }

    /// Whether the object has changes that have not been saved.
    public var hasChanges: Bool { (self as ManagedObject).hasChanges }

    /// Whether the object's values have not been read yet.
    public var isFault: Bool { (self as ManagedObject).isFault }

    /// 0 only if the object is not a fault (rule FLT-17).
    public var faultingState: Int { (self as ManagedObject).faultingState }

    /// Whether the object has changes that a save would write. This excludes transient properties, and values that were
    /// set to the same value (rules OBJ-11 and OBJ-12).
    public var hasPersistentChangedValues: Bool { (self as ManagedObject).hasPersistentChangedValues }

    /// Returns whether a relationship has not been read since the object was read (rule FLT-5).
    ///
    /// - Precondition: The entity has the relationship.
    public func hasFault(forRelationshipNamed key: String) -> Bool {
        (self as ManagedObject).hasFault(forRelationshipNamed: key)
    }

    /// Returns the new values of the properties that changed since the object was last saved or read, with all
    /// destinations of a to-many relationship (rules OBJ-8 and OBJ-14). Nil values are null. For a
    /// new object, the properties whose values differ from the model's default values.
    ///
    /// ```swift
    /// for (key, value) in hero.changedValues() { print(key, "is now", value) }
    /// ```
    public func changedValues() -> [String: Any] { (self as ManagedObject).changedValues() }

    /// Returns the last saved or read values of properties; ``NullValue`` for nil (rule OBJ-13).
    ///
    /// ```swift
    /// let savedName = hero.committedValues(forKeys: ["name"])["name"] as? String
    /// ```
    ///
    /// - Parameter keys: The properties; nil for all stored properties.
    public func committedValues(forKeys keys: [String]?) -> [String: Any] {
        (self as ManagedObject).committedValues(forKeys: keys)
    }

    /// Returns the new values of the properties that changed since the context last processed changes (rule OBJ-15).
    public func changedValuesForCurrentEvent() -> [String: Any] {
        (self as ManagedObject).changedValuesForCurrentEvent()
    }

    /// Returns the value of a property: the value of an attribute or nil, the object of a to-one relationship or nil, a
    /// `Set<ManagedObject>` for a to-many relationship, a `[ManagedObject]` for an ordered one and for a fetched
    /// property (rules OBJ-17 and OBJ-19).
    ///
    /// - Precondition: The entity has the property (rule OBJ-18).
    public func value(forKey key: String) -> Any? { (self as ManagedObject).value(forKey: key) }

    /// Sets a property: an attribute to a value of its type or nil, a to-one relationship to an object or nil, a
    /// to-many relationship to any sequence of objects.
    ///
    /// The property also accepts values from JSON and Foundation's classes that convert without loss (rule OBJ-17): any
    /// number that fits the type, 0 and 1 for a Boolean, any string type for a String, `NSNull` for nil. To check a
    /// value first, call ``validateValue(_:forKey:)``, which throws for a value that the property does not accept.
    ///
    /// - Precondition: The entity has the property, and the value is of its type (rule OBJ-23).
    public func setValue(_ value: Any?, forKey key: String) { (self as ManagedObject).setValue(value, forKey: key) }

    /// Sets properties by name, in the order of the names. `NSNull` and ``NullValue`` stand for nil.
    ///
    /// ```swift
    /// hero.setValuesForKeys(["name": "Oracle", "universe": 2])
    /// ```
    ///
    /// - Precondition: The same as for ``setValue(_:forKey:)``. To check values first, call
    ///   ``validateValue(_:forKey:)``.
    public func setValuesForKeys(_ keyedValues: [String: Any]) { (self as ManagedObject).setValuesForKeys(keyedValues) }

    /// Returns the values of properties by name, as from ``value(forKey:)``, with ``NullValue`` for nil.
    ///
    /// - Precondition: The entity has the properties.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        (self as ManagedObject).dictionaryWithValues(forKeys: keys)
    }

    /// Returns the IDs of a relationship's destinations, in order, without creating objects.
    ///
    /// - Precondition: The entity has the relationship.
    public func objectIDs(forRelationshipNamed key: String) -> [ObjectID] {
        (self as ManagedObject).objectIDs(forRelationshipNamed: key)
    }

    /// Returns the stored value of an attribute, without its accessor, or the destinations of a relationship as from
    /// ``value(forKey:)``.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public func primitiveValue(forKey key: String) -> Any? { (self as ManagedObject).primitiveValue(forKey: key) }

    /// Sets an attribute without noting a change: a save ignores it in an unchanged object, and includes it in a
    /// changed or new one (rules OBJ-7 and OBJ-16).
    ///
    /// A relationship is set on this side only. The destinations do not point back until they are refreshed (rule
    /// REL-30). A save writes the side that the store keeps, and then both sides agree again.
    ///
    /// - Precondition: The entity has the attribute or the relationship, and the value is of its type.
    public func setPrimitiveValue(_ value: Any?, forKey key: String) {
        (self as ManagedObject).setPrimitiveValue(value, forKey: key)
    }

    /// Returns the value at the end of a path of names, such as `notebook.title` (rules OBJ-20 and OBJ-21).
    ///
    /// A nil value on the path gives nil. After a to-many relationship, the result has the value of each destination: a
    /// `Set<AnyHashable>` without nil values, or after an ordered relationship or a fetched property, an `[Any]` with
    /// ``NullValue`` for nil. The path can name members of a composite, and the operators `@count`, `@sum`, `@avg`,
    /// `@min`, and `@max` after a to-many relationship: `notes.@count`, `notes.@sum.rank`. `@unionOfObjects` and
    /// `@distinctUnionOfObjects` give the values of all members, and their variants for arrays and sets give the
    /// members of all of these: an `[Any]`, or for distinct values after an unordered relationship, a
    /// `Set<AnyHashable>`.
    ///
    /// - Precondition: The names are those of properties.
    public func value(forKeyPath keyPath: String) -> Any? { (self as ManagedObject).value(forKeyPath: keyPath) }

    /// Returns a live view of a to-many relationship. Changing it also changes the inverse (rule OBJ-22).
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    @_disfavoredOverload
    public func mutableSetValue(forKey key: String) -> ToMany<ManagedObject> {
        (self as ManagedObject).mutableSetValue(forKey: key)
    }

    /// Returns a live view of an ordered to-many relationship. Changing it also changes the inverse (rule OBJ-22).
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    @_disfavoredOverload
    public func mutableOrderedSetValue(forKey key: String) -> OrderedToMany<ManagedObject> {
        (self as ManagedObject).mutableOrderedSetValue(forKey: key)
    }

    /// Fires a fault before you call ``primitiveValue(forKey:)``, and informs Swift's observation.
    ///
    /// - Parameter key: A property; nil to only fire the fault.
    /// - Precondition: The entity has the attribute or the relationship.
    public func willAccessValue(forKey key: String?) { (self as ManagedObject).willAccessValue(forKey: key) }

    /// Ends the access that ``willAccessValue(forKey:)`` began.
    public func didAccessValue(forKey key: String?) { (self as ManagedObject).didAccessValue(forKey: key) }

    /// Announces a call of ``setPrimitiveValue(_:forKey:)``. The object then counts as changed.
    ///
    /// ```swift
    /// var title: String? {
    ///     get { primitiveValue(forKey: "title") as? String }
    ///     set {
    ///         willChangeValue(forKey: "title")
    ///         setPrimitiveValue(newValue?.capitalized, forKey: "title")
    ///         didChangeValue(forKey: "title")
    ///     }
    /// }
    /// ```
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public func willChangeValue(forKey key: String) { (self as ManagedObject).willChangeValue(forKey: key) }

    /// Ends a change that ``willChangeValue(forKey:)`` announced. For a relationship, this updates the inverse.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public func didChangeValue(forKey key: String) { (self as ManagedObject).didChangeValue(forKey: key) }

    /// Validates a value for a property: by the rules of the model, the conditions that the program set, and for an
    /// attribute, by the class (rule VAL-16). The class can replace the value.
    ///
    /// For a value that would make ``setValue(_:forKey:)`` stop the program, this method throws an error, so a program
    /// can check external values before it sets them.
    ///
    /// ```swift
    /// var name: Any? = "Robin"
    /// try hero.validateValue(&name, forKey: "name")  // Before the object has it, such as in a form
    /// ```
    ///
    /// - Throws: ``ValidationError``, ``ValidationErrors`` for several members of a composite, or the error of the
    ///   class.
    /// - Precondition: The entity has the property.
    public func validateValue(_ value: inout Any?, forKey key: String) throws {
        try (self as ManagedObject).validateValue(&value, forKey: key)
    }
}
