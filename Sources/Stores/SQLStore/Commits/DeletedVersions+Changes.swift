package import StoreProtocol

extension DeletedVersions {
    /// Notes the deletions of a save.
    ///
    /// - Parameter versions: The versions of the objects before the save.
    package mutating func insert(
        deletionsOf changes: StoreChanges, from versions: [ObjectID: Int], in layout: some SQLLayout
    ) {
        for deletion in changes.deleted {
            guard let table = layout.entities[deletion.objectID.entityName]?.table else { continue }
            insert(deletion.objectID, version: versions[deletion.objectID] ?? 0, table: table)
        }
    }

    /// Returns the version of a new object: 1, unless it may be a deleted object that returns.
    package func initialVersion(of objectID: ObjectID, in layout: some SQLLayout) -> Int {
        initialVersion(of: objectID, table: layout.entities[objectID.entityName]?.table)
    }

    /// Returns the versions of new objects that may return after their deletion. All others have the version 1.
    package func versionsOfReinsertedObjects(in changes: StoreChanges, in layout: some SQLLayout) -> [ObjectID: Int] {
        guard !isEmpty else { return [:] }
        var versions: [ObjectID: Int] = [:]
        // By index, so that objects that are only read are not reference-counted.
        for place in changes.inserted.indices {
            let objectID = changes.inserted[place].objectID
            let version = initialVersion(of: objectID, in: layout)
            if version != 1 { versions[objectID] = version }
        }
        return versions
    }
}
