public import Foundation
import ObjectGraph

// What generated accessors call for properties whose types are Foundation's classes. Those of Swift's types call the runtime
// at once. The name decides; the place is where to look first.
extension NSManagedObject {
    /// The value of an attribute that the model keeps as a number's object; nil where there is none.
    ///
    /// - Precondition: The entity has the attribute, and the number is one of its type.
    public final subscript(number key: String) -> NSNumber? {
        get { value(forKey: key) as? NSNumber }
        set { setValue(newValue, forKey: key) }
    }

    /// The value of a Decimal attribute; nil where there is none.
    ///
    /// - Precondition: The entity has the attribute.
    public final subscript(decimalNumber key: StaticString, at index: Int) -> NSDecimalNumber? {
        get { (self[attribute: key, at: index] as Decimal?).map { NSDecimalNumber(decimal: $0) } }
        set { self[attribute: key, at: index] = newValue.map { $0.decimalValue } }
    }

    /// The value of a Date attribute as seconds since 2001; 0 where there is none.
    ///
    /// - Precondition: The entity has the attribute.
    public final subscript(timeInterval key: StaticString, at index: Int) -> TimeInterval {
        get { (self[attribute: key, at: index] as Date?)?.timeIntervalSinceReferenceDate ?? 0 }
        set { self[attribute: key, at: index] = Date?(Date(timeIntervalSinceReferenceDate: newValue)) }
    }

    /// The destinations of a to-many relationship, never nil (rule OBJ-19). Assigning replaces them all, and keeps the inverse
    /// on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript(set key: String) -> NSSet? {
        get { value(forKey: key) as? NSSet }
        set { setValue(newValue, forKey: key) }
    }

    /// The same as a set of Swift's, which is one of the destinations' class.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript(members key: String) -> Set<NSManagedObject>? {
        get { Set(self[set: key].map { NSManagedObject.members(of: $0) } ?? []) }
        set { self[set: key] = newValue.map { NSSet(array: Array($0)) } }
    }

    /// The destinations of an ordered relationship, never nil. Assigning replaces them all.
    ///
    /// - Precondition: The entity has the relationship, it is to-many and ordered, and the destinations are of its context.
    public final subscript(orderedSet key: String) -> NSOrderedSet? {
        get { value(forKey: key) as? NSOrderedSet }
        set { setValue(newValue, forKey: key) }
    }

    /// The value of an attribute of any other type, such as a Transformable or a composite; nil where there is none.
    ///
    /// - Precondition: The entity has the attribute, and the value is one of its type.
    public final subscript<Value>(value key: String) -> Value? {
        get { value(forKey: key) as? Value }
        set { setValue(newValue, forKey: key) }
    }

    /// The result of a fetched property, for a class written by hand. It is read only, as its declaration cannot say.
    ///
    /// - Precondition: The entity has the fetched property, and it is not set.
    public final subscript(fetchedObjects key: String) -> [NSManagedObject]? {
        get { self[requiredFetchedObjects: key] }
        set { refuseSetting(key) }
    }

    /// The same, declared as never missing.
    public final subscript(requiredFetchedObjects key: String) -> [NSManagedObject] {
        get { self[fetchedProperty: key] }
        set { refuseSetting(key) }
    }

    /// The same as an array of Foundation's.
    public final subscript(fetchedArray key: String) -> NSArray? {
        get { self[requiredFetchedArray: key] }
        set { refuseSetting(key) }
    }

    /// The same as an array of Foundation's, declared as never missing.
    public final subscript(requiredFetchedArray key: String) -> NSArray {
        get { NSArray(array: self[requiredFetchedObjects: key]) }
        set { refuseSetting(key) }
    }

    private func refuseSetting(_ key: String) -> Never {
        preconditionFailure("'\(key)' of \(self) is a fetched property, which is read and not set")
    }

    /// The result of a fetched property (rule DRV-7).
    ///
    /// - Precondition: The entity has the fetched property.
    public final subscript<Object: NSManagedObject>(fetchedProperty key: String) -> [Object] {
        (value(forKey: key) as? [Any])?.compactMap { $0 as? Object } ?? []
    }

    // MARK: - Changing to-many relationships

    /// Adds a destination to a to-many relationship; the last of an ordered one (rules REL-10 and REL-21).
    public final func add(_ object: NSManagedObject, to key: StaticString, at index: Int) {
        changeable(key, index) {
            $0.insert(object)
        } ordered: {
            $0.append(object)
        }
    }

    /// Adds destinations to a to-many relationship, in their order to an ordered one.
    ///
    /// - Precondition: All are managed objects.
    public final func add(_ objects: some Sequence, to key: StaticString, at index: Int) {
        for object in NSManagedObject.members(of: objects) { add(object, to: key, at: index) }
    }

    /// Takes a destination out of a to-many relationship.
    public final func remove(_ object: NSManagedObject, from key: StaticString, at index: Int) {
        changeable(key, index) {
            $0.remove(object)
        } ordered: {
            $0.remove(object)
        }
    }

    /// Takes destinations out of a to-many relationship.
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
                preconditionFailure("destinations must be managed objects; given \(type(of: member))")
            }
            return object
        }
    }
}

// Changing the order of destinations.
extension NSManagedObject {
    /// The destinations in their order, changed as a whole.
    private func changeOrder(of key: String, _ body: (NSMutableOrderedSet) -> Void) {
        let objects = self[orderedSet: key].map { NSMutableOrderedSet(orderedSet: $0) } ?? NSMutableOrderedSet()
        body(objects)
        self[orderedSet: key] = objects
    }

    /// Puts a destination at a place (rule REL-19).
    public final func insert(_ object: NSManagedObject, into key: String, at place: Int) {
        changeOrder(of: key) { $0.insert(object, at: place) }
    }

    /// Takes the destination at a place out.
    public final func remove(from key: String, at place: Int) { changeOrder(of: key) { $0.removeObject(at: place) } }

    /// Puts destinations at places.
    public final func insert(_ objects: [NSManagedObject], into key: String, at places: NSIndexSet) {
        changeOrder(of: key) { ordered in
            for (place, object) in zip(places, objects) { ordered.insert(object, at: place) }
        }
    }

    /// Takes the destinations at places out.
    public final func remove(from key: String, at places: NSIndexSet) {
        changeOrder(of: key) { ordered in
            for place in places.reversed() { ordered.removeObject(at: place) }
        }
    }

    /// Puts another destination at a place.
    public final func replace(in key: String, at place: Int, with object: NSManagedObject) {
        changeOrder(of: key) { $0.replaceObject(at: place, with: object) }
    }

    /// Puts other destinations at places.
    public final func replace(in key: String, at places: NSIndexSet, with objects: [NSManagedObject]) {
        changeOrder(of: key) { ordered in
            for (place, object) in zip(places, objects) { ordered.replaceObject(at: place, with: object) }
        }
    }
}

// The same for properties that generated code declares as never missing.
extension NSManagedObject {
    /// The value of an attribute that is a number; 0 where there is none.
    public final subscript(requiredNumber key: String) -> NSNumber {
        get { self[number: key] ?? 0 }
        set { self[number: key] = newValue }
    }

    /// The value of a Decimal attribute; 0 where there is none.
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
                preconditionFailure("\(self) has no '\(key)', which its declaration says is never nil")
            }
            return destination
        }
        set { self[toOne: key, at: index] = newValue }
    }

    /// The destinations of a to-many relationship as a set of Swift's.
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
                preconditionFailure("\(self) has no '\(key)', which its declaration says is never nil")
            }
            return value
        }
        set { self[value: key] = Value?(newValue) }
    }
}
