// The instances of the context: one for each identity.
extension ManagedObjectContext {
    func register(_ object: ManagedObject) {
        object.context = self
        if isObservable { object.flags.insert(.isObserved) }
        registry.insert(object)
        if retainsRegisteredObjects { retained.append(object) }
    }

    /// Lets an object know that another one has its identity now: one context has one instance of each.
    private func letGo(of object: ManagedObject) {
        if object.hasChanges { unnote(object) }
        object.context = nil
        object.flags.insert(.hasLeft)
    }

    /// An object goes, and its instance with it.
    func forget(_ object: ManagedObject) { registry.remove(object) }

    /// Lets an object go from the context for good.
    func release(_ object: ManagedObject) {
        registry.remove(object)
        object.context = nil
        object.flags.insert(.hasLeft)
        if retainsRegisteredObjects { retained.removeAll { $0 === object } }
    }

    func releaseRetained() { retained = [] }

    /// Gives an object the identity it is saved under.
    func rename(_ object: ManagedObject, to reference: ObjectReference) {
        registry.remove(object)
        object.reference = reference
        object.space = reference.isTemporary ? object.entity.temporarySpace : layout.spaces[reference.entityOrdinal]
        if let present = registry[reference], present !== object { letGo(of: present) }
        registry.insert(object)
    }

    /// The instance for a reference, made if there is none.
    func object(for reference: ObjectReference) -> ManagedObject { object(for: reference, in: layout) }

    /// - Parameter layout: The context's own, for many objects in a row.
    @inline(__always)
    func object(for reference: ObjectReference, in layout: GraphLayout) -> ManagedObject {
        if let object = registry[reference] { return object }
        let entity = layout.entities[reference.entityOrdinal]
        let object = objectClass(of: entity).init(entity: entity, objectID: layout.objectID(for: reference))
        // Of a store that was added to others.
        if object.reference != reference { object.reference = reference }
        register(object)
        return object
    }

    func objectClass(of entity: EntityDescription) -> ManagedObject.Type {
        usesPlainObjects ? ManagedObject.self : entity.managedObjectClass
    }

    func objectID(for reference: ObjectReference) -> ObjectID { layout.objectID(for: reference) }

    /// The object for a reference, if it has changes, deletion among them.
    func changedObject(for reference: ObjectReference) -> ManagedObject? {
        registry[reference].flatMap { $0.hasChanges ? $0 : nil }
    }

    /// The object for a reference, unless it is deleted, here or in the store.
    func livingObject(for reference: ObjectReference) -> ManagedObject? {
        isLiving(reference) ? object(for: reference) : nil
    }

    /// Whether an object is there that is not deleted.
    func isLiving(_ reference: ObjectReference) -> Bool { isLiving(reference, isAsked: nil) }

    /// - Parameter isAsked: Whether a store is asked for the object; nil if that is not known.
    func isLiving(_ reference: ObjectReference, isAsked: Bool?) -> Bool {
        let object = registry[reference]
        if let object, object.state != .clean { return object.state != .deleted }
        if let parent { return parent.isLiving(reference) }
        guard isAsked ?? (snapshot.reader(of: reference) != nil) else { return snapshot.row(of: reference) != nil }
        // A store that is asked for each object leads to those only that it holds; one that is gone since is found out when
        // it is read.
        return !departed.contains(reference) && object?.flags.contains(.isInaccessible) != true
    }
}
