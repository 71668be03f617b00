import ObjectGraph

// The rules for checks in commits, without contexts.
extension ConformanceSession {
    func versionsIncrease() throws {
        try withStore { store in
            let objectID = try store.newObjectID("Thing")
            var version = try store.commit { $0.inserted = [try store.insertion(objectID)] }
                .version(ofInserted: objectID)
            for text in ["a", "b", "b"] {
                try expect(
                    try store.version(of: objectID) == version, "a row has a different version than the receipt")
                let update = try store.update(objectID, ["stringValue": .string(text)])
                version = try store.commit { $0.updated = [update] }.versions[objectID]
                if try store.version(of: objectID) <= update.version {
                    throw StoreContractError(rule: .version, objectID: objectID)
                }
            }
        }
    }

    func versionsSurviveReopening() throws {
        var versions: [ObjectID: Int] = [:]
        try withStoreTwice(
            { store in
                let graph = try BareGraph(in: store)
                for text in ["a", "b"] {
                    let update = try store.update(graph.child, ["stringValue": .string(text)])
                    try store.commit { $0.updated = [update] }
                }
                versions = try store.view().rows(of: graph.objectIDs).mapValues(\.version)
            },
            { store in
                let found = try store.view().rows(of: versions.keys.sorted()).mapValues(\.version)
                try expect(found == versions, "objects have different versions in the reopened store")
            })
    }

    func staleVersionsAreRejected() throws {
        try withStore { store in
            let graph = try BareGraph(in: store)
            let stale = try store.update(graph.child, ["stringValue": .string("theirs")])
            let version = StoreChanges.ObjectVersion(objectID: graph.child, version: stale.version)
            try store.commit { $0.updated = [try store.update(graph.child, ["stringValue": .string("mine")])] }
            let bystander = try store.newObjectID("Box")
            func expectConflict(_ description: String, _ build: (inout StoreChanges) throws -> Void) throws {
                try store.expectConflict(over: graph.child, beside: bystander, description, build)
            }
            try expectConflict("a change from another version is not rejected") { $0.updated = [stale] }
            try expectConflict("a deletion from another version is not rejected") { changes in
                changes.updated = [
                    try store.update(graph.box, [:], ["shelf": [graph.special, graph.parent]]),
                    try store.update(graph.parent, [:], ["friends": [graph.special]]),
                ]
                changes.deleted = [version]
            }
            try expectConflict("the version of an object that must not change is not checked") {
                $0.expectedVersions = [version]
            }
            try expectUntouched(graph, in: store, bystander, "mine")
        }
    }

    func changesOfDeletedObjectsAreRejected() throws {
        try withStore { store in
            let graph = try BareGraph(in: store)
            let gone = try store.newObjectID("Box")
            try store.commit { $0.inserted = [try store.insertion(gone)] }
            let stale = try store.update(gone, ["label": .string("theirs")])
            let version = StoreChanges.ObjectVersion(objectID: gone, version: stale.version)
            try store.commit { $0.deleted = [version] }
            let bystander = try store.newObjectID("Box")
            let changes: [(String, (inout StoreChanges) throws -> Void)] = [
                ("a change of a deleted object", { $0.updated = [stale] }),
                ("a deletion of a deleted object", { $0.deleted = [version] }),
                ("a check of a deleted object", { $0.expectedVersions = [version] }),
                ("a deleted object that must exist", { $0.indirectlyUpdated = [gone] }),
                (
                    "a new link to a deleted object",
                    { $0.updated = [try store.update(graph.child, [:], ["box": [gone]])] }
                ),
                (
                    "a new object with a link to a deleted one",
                    { $0.inserted.append(try store.insertion(store.newObjectID("Thing"), [:], ["box": [gone]])) }
                ),
            ]
            for (what, build) in changes {
                try store.expectConflict(over: gone, beside: bystander, "\(what) is not rejected", build)
            }
            try store.expectConflict(
                over: graph.box, beside: bystander, "a deletion of an object that others point to is not rejected"
            ) { $0.deleted = [StoreChanges.ObjectVersion(objectID: graph.box, version: nil)] }
            try expectUntouched(graph, in: store, bystander, "child")
        }
    }

    /// Expects rejected commits to have written nothing.
    private func expectUntouched(
        _ graph: BareGraph, in store: BareStore, _ bystander: ObjectID, _ text: String
    ) throws {
        let view = try store.view()
        let rows = try view.rows(of: graph.objectIDs + [bystander])
        try expect(Set(rows.keys) == Set(graph.objectIDs), "a rejected commit was partly written")
        let attributes = try store.entity("Thing").attributes
        let values = zip(attributes, rows[graph.child]?.values ?? []).filter { $0.0.name == "stringValue" }
        try expect(values.map(\.1) == [.string(text)], "a rejected change was written")
        for link in graph.links {
            let relationship = try store.relationship(link.name, of: link.source)
            let found = try view.destinations(of: relationship, from: [link.source])[0]
            try expect(Set(found) == Set(link.destinations), "a rejected commit changed '\(link.name)'")
        }
    }
}
