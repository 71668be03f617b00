public import Foundation
import ObjectGraph

// Generated accessors of properties whose types are Foundation's classes call these. Those of Swift's types call the
// runtime at once. The name decides; the URL is where to look first.
extension NSManagedObject {
    /// The value of an attribute whose type in code is `NSNumber`; nil if there is none.
    ///
    /// - Precondition: The entity has the attribute, and the number is one of its type.
    public final subscript(number key: String) -> NSNumber? {
        get { (self as ManagedObject).value(forKey: key) as? NSNumber }
        set { (self as ManagedObject).setValue(newValue, forKey: key) }
    }

    /// The value of a Decimal attribute; nil if there is none.
    ///
    /// - Precondition: The entity has the attribute.
    public final subscript(decimalNumber key: StaticString, at index: Int) -> NSDecimalNumber? {
        get { (self[attribute: key, at: index] as Decimal?).map { NSDecimalNumber(decimal: $0) } }
        set { self[attribute: key, at: index] = newValue.map { $0.decimalValue } }
    }

    /// The value of a Date attribute as seconds since 2001; 0 if there is none.
    ///
    /// - Precondition: The entity has the attribute.
    public final subscript(timeInterval key: StaticString, at index: Int) -> TimeInterval {
        get { (self[attribute: key, at: index] as Date?)?.timeIntervalSinceReferenceDate ?? 0 }
        set { self[attribute: key, at: index] = Date?(Date(timeIntervalSinceReferenceDate: newValue)) }
    }

    /// The destinations of a to-many relationship, never nil (rule OBJ-19). Assigning replaces them all, and keeps the
    /// inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript(set key: String) -> NSSet? {
        get { (self as ManagedObject).value(forKey: key) as? NSSet }
        set { (self as ManagedObject).setValue(newValue, forKey: key) }
    }

    /// The value as a Swift set of the destinations' class.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript(members key: String) -> Set<NSManagedObject>? {
        get {
            switch (self as ManagedObject).value(forKey: key) {
            case let set as NSSet: Set(NSManagedObject.members(of: set))
            case let set as NSOrderedSet: Set(NSManagedObject.members(of: set))
            default: []
            }
        }
        set {
            let objects = newValue.map { Array($0) } ?? []
            if (self as ManagedObject).entity.relationship(named: key)?.isOrdered == true {
                self[orderedSet: key] = NSOrderedSet(array: objects)
            } else {
                self[set: key] = NSSet(array: objects)
            }
        }
    }

    /// The destinations of an ordered relationship, never nil. Assigning replaces them all.
    ///
    /// - Precondition: The entity has the relationship, it is to-many and ordered,
    ///   and the destinations are of its context.
    public final subscript(orderedSet key: String) -> NSOrderedSet? {
        get { (self as ManagedObject).value(forKey: key) as? NSOrderedSet }
        set { (self as ManagedObject).setValue(newValue, forKey: key) }
    }

    /// The value of an attribute of any other type, such as a Transformable or a composite; nil if there is none.
    ///
    /// - Precondition: The entity has the attribute, and the value is one of its type.
    public final subscript<Value>(value key: String) -> Value? {
        get { (self as ManagedObject).value(forKey: key) as? Value }
        set { (self as ManagedObject).setValue(newValue, forKey: key) }
    }

    /// The result of a fetched property, for a class written by hand. It is read-only,
    /// which its declaration cannot express.
    ///
    /// - Precondition: The entity has the fetched property, and it is not set.
    public final subscript(fetchedObjects key: String) -> [NSManagedObject]? {
        get { self[requiredFetchedObjects: key] }
        set { refuseSetting(key) }
    }

    /// The result of a fetched property, declared as nonoptional.
    public final subscript(requiredFetchedObjects key: String) -> [NSManagedObject] {
        get { self[fetchedProperty: key] }
        set { refuseSetting(key) }
    }

    /// The value as an `NSArray`.
    public final subscript(fetchedArray key: String) -> NSArray? {
        get { self[requiredFetchedArray: key] }
        set { refuseSetting(key) }
    }

    /// The value as an `NSArray`, declared as nonoptional.
    public final subscript(requiredFetchedArray key: String) -> NSArray {
        get { NSArray(array: self[requiredFetchedObjects: key]) }
        set { refuseSetting(key) }
    }

    private func refuseSetting(_ key: String) -> Never {
        endProgram("'\(key)' of \(self) is a fetched property, which cannot be set")
    }

    /// The result of a fetched property (rule DRV-7).
    ///
    /// - Precondition: The entity has the fetched property.
    public final subscript<Object: NSManagedObject>(fetchedProperty key: String) -> [Object] {
        ((self as ManagedObject).value(forKey: key) as? [Any])?.compactMap { $0 as? Object } ?? []
    }

    // MARK: - Changing to-many relationships

    /// Adds a destination to a to-many relationship; the last of an ordered one (rules REL-10 and REL-21).
    public final func add(_ object: NSManagedObject, to key: StaticString, at index: Int) {
        changeable(key, index, unordered: { $0.insert(object) }, ordered: { $0.append(object) })
    }

    /// Adds destinations to a to-many relationship, in their order to an ordered one.
    ///
    /// - Precondition: All are managed objects.
    public final func add(_ objects: some Sequence, to key: StaticString, at index: Int) {
        for object in NSManagedObject.members(of: objects) { add(object, to: key, at: index) }
    }

    /// Removes a destination from a to-many relationship.
    public final func remove(_ object: NSManagedObject, from key: StaticString, at index: Int) {
        changeable(key, index, unordered: { $0.remove(object) }, ordered: { $0.remove(object) })
    }

    /// Removes destinations from a to-many relationship.
    ///
    /// - Precondition: All are managed objects.
    public final func remove(_ objects: some Sequence, from key: StaticString, at index: Int) {
        for object in NSManagedObject.members(of: objects) { remove(object, from: key, at: index) }
    }

    private func changeable(
        _ key: StaticString, _ index: Int, unordered: (inout ToMany<ManagedObject>) -> Void,
        ordered: (inout OrderedToMany<ManagedObject>) -> Void
    ) {
        if isOrdered(key) {
            var view: OrderedToMany<ManagedObject> = self[orderedToMany: key, at: index]
            ordered(&view)
        } else {
            var view: ToMany<ManagedObject> = self[toMany: key, at: index]
            unordered(&view)
        }
    }

    private func isOrdered(_ key: StaticString) -> Bool {
        (self as ManagedObject).entity.relationship(named: key.description)?.isOrdered == true
    }

    static func members(of sequence: some Sequence) -> [NSManagedObject] {
        sequence.map { member in
            guard let object = member as? NSManagedObject else {
                endProgram("expected managed objects as destinations, got \(type(of: member))")
            }
            return object
        }
    }
}

// Changing the order of destinations.
extension NSManagedObject {
    /// Replaces the destinations by a changed copy of their order.
    private func changeOrder(of key: String, _ body: (NSMutableOrderedSet) -> Void) {
        let objects = self[orderedSet: key].map { NSMutableOrderedSet(orderedSet: $0) } ?? NSMutableOrderedSet()
        body(objects)
        self[orderedSet: key] = objects
    }

    /// Inserts a destination at an index (rule REL-19).
    public final func insert(_ object: NSManagedObject, into key: String, at place: Int) {
        changeOrder(of: key) { $0.insert(object, at: place) }
    }

    /// Removes the destination at an index.
    public final func remove(from key: String, at place: Int) { changeOrder(of: key) { $0.removeObject(at: place) } }

    /// Inserts destinations at indexes.
    public final func insert(_ objects: [NSManagedObject], into key: String, at places: NSIndexSet) {
        changeOrder(of: key) { ordered in
            for (place, object) in zip(places, objects) { ordered.insert(object, at: place) }
        }
    }

    /// Removes the destinations at indexes.
    public final func remove(from key: String, at places: NSIndexSet) {
        changeOrder(of: key) { ordered in
            for place in places.reversed() { ordered.removeObject(at: place) }
        }
    }

    /// Replaces the destination at an index.
    public final func replace(in key: String, at place: Int, with object: NSManagedObject) {
        changeOrder(of: key) { $0.replaceObject(at: place, with: object) }
    }

    /// Replaces the destinations at indexes.
    public final func replace(in key: String, at places: NSIndexSet, with objects: [NSManagedObject]) {
        changeOrder(of: key) { ordered in
            for (place, object) in zip(places, objects) { ordered.replaceObject(at: place, with: object) }
        }
    }
}

// Accessors of properties that generated code declares as never missing.
extension NSManagedObject {
    /// The value of a numeric attribute; 0 if there is none.
    public final subscript(requiredNumber key: String) -> NSNumber {
        get { self[number: key] ?? 0 }
        set { self[number: key] = newValue }
    }

    /// The value of a Decimal attribute; 0 if there is none.
    public final subscript(requiredDecimalNumber key: StaticString, at index: Int) -> NSDecimalNumber {
        get { self[decimalNumber: key, at: index] ?? .zero }
        set { self[decimalNumber: key, at: index] = newValue }
    }

    /// The destination of a to-one relationship.
    ///
    /// - Precondition: There is one.
    public final subscript<Destination: NSManagedObject>(
        requiredToOne key: StaticString, at index: Int
    ) -> Destination {
        get {
            guard let destination: Destination = self[toOne: key, at: index] else {
                endProgram("'\(key)' of \(self) is nil, but its declaration is not optional")
            }
            return destination
        }
        set { self[toOne: key, at: index] = newValue }
    }

    /// The destinations of a to-many relationship as a Swift set.
    public final subscript(requiredMembers key: String) -> Set<NSManagedObject> {
        get { self[members: key] ?? [] }
        set { self[members: key] = newValue }
    }

    /// The destinations of a to-many relationship.
    public final subscript(requiredSet key: String) -> NSSet {
        get { self[set: key] ?? NSSet() }
        set { self[set: key] = newValue }
    }

    /// The destinations of an ordered relationship.
    public final subscript(requiredOrderedSet key: String) -> NSOrderedSet {
        get { self[orderedSet: key] ?? NSOrderedSet() }
        set { self[orderedSet: key] = newValue }
    }

    /// The value of an attribute of any other type.
    ///
    /// - Precondition: There is one, and it is of the type.
    public final subscript<Value>(requiredValue key: String) -> Value {
        get {
            guard let value: Value = self[value: key] else {
                endProgram("'\(key)' of \(self) is nil, but its declaration is not optional")
            }
            return value
        }
        set { self[value: key] = Value?(newValue) }
    }
}
