import Foundation

extension ManagedObjectContext {
    /// The objects that match a request, with this context's changes counted in.
    ///
    /// A fetch moves the context on to the latest committed state; objects with changes keep them.
    ///
    /// - Throws: ``FetchError`` when the model does not have what the request asks for, or what a predicate throws.
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        let entity = try entity(of: request)
        moveOn()
        var objects = try candidates(entity, includesSubentities: request.includesSubentities)
            .compactMap { $0 as? Object }
        if let predicate = request.predicate {
            objects = try objects.filter { try predicate.evaluate($0) }
        }
        if !request.sortDescriptors.isEmpty {
            objects.sort(using: request.sortDescriptors)
        }
        objects.removeFirst(min(max(request.fetchOffset, 0), objects.count))
        if request.fetchLimit > 0, objects.count > request.fetchLimit {
            objects.removeLast(objects.count - request.fetchLimit)
        }
        return objects
    }

    /// The number of objects that match a request, its limit and offset counted in.
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        try fetch(request).count
    }

    /// The object with an identity, which exists.
    ///
    /// Where the context's state does not hold the object, this moves the context on to the latest committed state, as
    /// a fetch does.
    ///
    /// - Throws: ``ObjectNotFound`` when neither this context nor the store has it (rule ID-9), or the context has
    ///   deleted it.
    public func existingObject(with objectID: ObjectID) throws -> ManagedObject {
        guard managedObjectModel.entitiesByName[objectID.entityName] != nil else {
            throw ObjectNotFound(objectID: objectID)
        }
        if let object = livingObject(with: objectID) { return object }
        moveOn()
        guard let object = livingObject(with: objectID) else { throw ObjectNotFound(objectID: objectID) }
        return object
    }

    private func entity(of request: FetchRequest<some ManagedObject>) throws -> EntityDescription {
        if let name = request.entityName {
            guard let entity = managedObjectModel.entitiesByName[name] else {
                throw FetchError(
                    code: .unknownEntity, description: "the model '\(managedObjectModel.name)' has no entity '\(name)'")
            }
            return entity
        }
        return try entity(ofClassIn: request)
    }

    private func entity<Object>(ofClassIn request: FetchRequest<Object>) throws -> EntityDescription {
        let entities = managedObjectModel.entities(of: Object.self)
        guard entities.count == 1 else {
            throw FetchError(
                code: .entityNotFoundByClass,
                description: """
                    the model '\(managedObjectModel.name)' has \(entities.count) entities with the class \
                    \(Object.self); name the entity in the request
                    """)
        }
        return entities[0]
    }

    /// All objects of an entity: the stored ones in the order of their making, then the new ones.
    private func candidates(_ entity: EntityDescription, includesSubentities: Bool) throws -> [ManagedObject] {
        let names = includesSubentities ? entity.concreteFamilyNames : [entity.name]
        var objectIDs = try names.flatMap { try snapshot.objectIDs(ofEntityNamed: $0) }
        // Numbers rise in a family as a whole, so they tell the order of making among its entities too.
        if names.count > 1 { objectIDs.sort { $0.number < $1.number } }
        let stored = try objectIDs.map { objectID in
            let object = object(with: objectID)
            if let record = try snapshot.record(for: objectID) { object.committed = (record, snapshot.generation) }
            return object
        }
        let wanted = Set(names)
        let inserted = changed.filter { $0.state == .inserted && wanted.contains($0.entity.name) }
        return stored.filter { !$0.isDeleted } + inserted
    }
}

/// There is no object with an identity.
public struct ObjectNotFound: Error, Sendable, Hashable, CustomStringConvertible {
    public var objectID: ObjectID

    public init(objectID: ObjectID) {
        self.objectID = objectID
    }

    public var description: String { "there is no object \(objectID)" }
}
