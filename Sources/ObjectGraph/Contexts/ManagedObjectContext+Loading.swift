// Reading ahead what is touched later, where an error can be thrown.
extension ManagedObjectContext {
    /// Reads the values of faults and the destinations of all relationships of some objects, as far as these are in stores
    /// that are queried, with one query for each relationship. What was read doesn't have to be read again when it is touched,
    /// and so can't fail.
    ///
    /// - Throws: The error of a store. No object has changed then.
    func load(_ objects: [ManagedObject]) throws {
        let objects = objects.filter { $0.context === self }
        try loadValues(of: objects)
        guard contextOfStores.snapshot.isQueried else { return }
        try DeferredLinks.read(
            objects.flatMap { object in
                try object.entity.relationships.indices.flatMap { index in
                    [try deferredLinks(of: object, at: index), object.heldRow.row?.knownLinks(at: index).deferred]
                }
            }.compactMap { $0 })
    }

    /// Does the same as ``load(_:)`` for some relationships of the objects' entity.
    func load(_ objects: [ManagedObject], at relationships: [RelationshipDescription]) throws {
        try loadValues(of: objects)
        guard contextOfStores.snapshot.isQueried else { return }
        try DeferredLinks.read(
            objects.filter { $0.context === self }.flatMap { object in
                try relationships.compactMap { try deferredLinks(of: object, at: $0.index) }
            })
    }

    /// Reads the values of faults in stores that are queried. They stay faults.
    ///
    /// - Throws: The error of a store. No object has changed then.
    func loadValues(of objects: [ManagedObject]) throws {
        let stores = contextOfStores
        guard stores.snapshot.isQueried else { return }
        let faults = objects.filter {
            $0.isFault && $0.heldRow.isNone && !$0.hasPending && !$0.reference.isTemporary
                && !$0.flags.contains(.isReset)
        }
        guard !faults.isEmpty else { return }
        catchUp()
        try stores.snapshot.readAhead(faults.map(\.reference))
        for object in faults {
            if let row = try read(object.reference) { object.prefetch(row, at: snapshotCount) }
        }
    }

    /// Returns objects of this context for others that a change affects, with their values read.
    ///
    /// - Throws: The error of a store. No object has changed then.
    func load(_ references: Set<ObjectReference>) throws {
        try load(references.sorted().compactMap { registry[$0] })
    }

    /// Reports to observers that a store could not be read, where no error can be thrown.
    func report(_ error: any Error) { post(.didFailToRead(error)) }
}
