import Foundation
import ObjectGraph

// The rules for the answers of views, without contexts.
extension ConformanceSession {
    func unknownObjectsAreOmitted() throws {
        try withStore { store in
            let graph = try BareGraph(in: store)
            let gone = try store.newObjectID("Thing")
            try store.commit { $0.inserted = [try store.insertion(gone)] }
            try store.commit { $0.deleted = [StoreChanges.ObjectVersion(objectID: gone, version: nil)] }
            let unknown = [gone, try store.newObjectID("Thing"), try store.newObjectID("SpecialThing")]
            let view = try store.view()
            let rows = try view.rows(of: unknown + [graph.child])
            try expect(Set(rows.keys) == [graph.child], "a view returns a row of a missing object")
            for relationship in try store.entity("Thing").relationships {
                let destinations = try view.destinations(of: relationship, from: unknown)
                try expect(
                    destinations.allSatisfy(\.isEmpty), "'\(relationship.name)' of a missing object has destinations"
                )
            }
        }
    }

    func rowsAreComplete() throws {
        var expected: [ObjectID: [String: AttributeValue]] = [:]
        try withStoreTwice(
            { store in
                for values in [Self.sampleValues, [:], ["stringValue": .string("")]] {
                    expected[try store.newObjectID("Thing")] = values
                    expected[try store.newObjectID("SpecialThing")] = values
                }
                expected[try store.newObjectID("Box")] = ["label": .string("box")]
                try store.commit { $0.inserted = try expected.map { try store.insertion($0, $1) } }
            },
            { store in
                let rows = try store.view().rows(of: expected.keys.sorted())
                try expect(Set(rows.keys) == Set(expected.keys), "committed objects are missing")
                for (objectID, row) in rows {
                    for (attribute, value) in zip(try store.entity(objectID.entityName).attributes, row.values) {
                        let right = expected[objectID]?[attribute.name] ?? .null
                        try expect(value == right, "the value of '\(attribute.name)' in a row differs")
                    }
                }
            })
    }

    private static let sampleValues: [String: AttributeValue] = [
        "booleanValue": .boolean(true), "integer16Value": .integer(-32768), "integer32Value": .integer(2_147_483_647),
        "integer64Value": .integer(.min), "floatValue": .float(0.1), "doubleValue": .double(0.1),
        "decimalValue": .decimal(Decimal(string: "0.1234567890123456789") ?? 0), "stringValue": .string("é"),
        "dateValue": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "binaryValue": .binary(Data([0, 255])),
        "uuidValue": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    ]

    func destinationsAgree() throws {
        var saved: BareGraph?
        try withStoreTwice(
            { store in
                let graph = try BareGraph(in: store)
                try expect(graph.links, in: store)
                saved = graph
            },
            { store in
                guard let graph = saved else { return }
                try expect(graph.links, in: store)
                try store.commit { changes in
                    changes.updated = [
                        try store.update(graph.box, [:], ["shelf": [graph.child, graph.special]]),
                        try store.update(graph.child, [:], ["box": []]),
                    ]
                    changes.indirectlyUpdated = [graph.parent]
                }
                try expect(
                    [
                        (graph.box, "shelf", [graph.child, graph.special]), (graph.parent, "shelves", []),
                        (graph.child, "shelves", [graph.box]), (graph.box, "contents", [graph.special]),
                    ], in: store)
                try store.commit { changes in
                    changes.updated = [
                        try store.update(graph.box, [:], ["shelf": [graph.child]]),
                        try store.update(graph.parent, [:], ["friends": [graph.child]]),
                    ]
                    changes.deleted = [
                        StoreChanges.ObjectVersion(
                            objectID: graph.special, version: try store.version(of: graph.special))
                    ]
                }
                try expect(
                    [
                        (graph.box, "shelf", [graph.child]), (graph.box, "contents", []),
                        (graph.parent, "children", [graph.child]), (graph.parent, "friends", [graph.child]),
                    ], in: store)
            })
    }

    func deletedDestinationsAreOmitted() throws {
        var expected: [(source: ObjectID, name: String, destinations: [ObjectID])] = []
        try withStoreTwice(
            { store in
                let (thing, gone, other) = try (
                    store.newObjectID("Thing"), store.newObjectID("SpecialThing"), store.newObjectID("Thing")
                )
                try store.commit { changes in
                    changes.inserted = [
                        try store.insertion(thing, [:], ["origin": [gone], "sources": [gone, other]]),
                        try store.insertion(gone), try store.insertion(other),
                    ]
                }
                try expect([(thing, "origin", [gone]), (thing, "sources", [gone, other])], in: store)
                try store.commit { $0.deleted = [StoreChanges.ObjectVersion(objectID: gone, version: nil)] }
                expected = [(thing, "origin", []), (thing, "sources", [other])]
                try expect(expected, in: store)
            },
            { store in try expect(expected, in: store) })
    }

    /// Expects the right destinations of relationships: separately, together with all others of their entity, and in
    /// rows.
    private func expect(
        _ links: [(source: ObjectID, name: String, destinations: [ObjectID])], in store: BareStore
    ) throws {
        let view = try store.view()
        for link in links {
            let relationship = try store.relationship(link.name, of: link.source)
            let others = Set(links.map(\.source).filter { $0.entityName == link.source.entityName })
                .subtracting([link.source])
            var found = [try view.destinations(of: relationship, from: [link.source])[0]]
            found.append(try view.destinations(of: relationship, from: others.sorted() + [link.source])[others.count])
            if let row = try view.row(of: link.source), relationship.index < row.destinations.count,
                let known = row.destinations[relationship.index]
            {
                found.append(known)
            }
            for destinations in found {
                let isRight =
                    relationship.isOrdered
                    ? destinations == link.destinations : Set(destinations) == Set(link.destinations)
                try expect(
                    isRight,
                    "'\(link.name)' of \(link.source) points to \(destinations) instead of \(link.destinations)")
            }
        }
    }

    func viewsAreStable() throws { try expectToStay { try $0.view() } }

    func pinnedViewsAreStable() throws { try expectToStay { try $0.pinnedView() } }

    /// - Parameter open: Opens the view; nil if the store has no such views.
    private func expectToStay(_ open: (BareStore) throws -> CheckedView?) throws {
        try withStore { store in
            let graph = try BareGraph(in: store)
            guard let before = try open(store) else { return }
            let rows = try before.rows(of: graph.objectIDs)
            try store.commit { changes in
                changes.inserted = [try store.insertion(store.newObjectID("SpecialThing"))]
                changes.updated = [
                    try store.update(graph.box, ["label": .string("another")], ["shelf": []]),
                    try store.update(graph.parent, [:], ["friends": [graph.child]]),
                    try store.update(graph.child, ["stringValue": .string("another")], ["box": [], "parent": []]),
                ]
                changes.deleted = [
                    StoreChanges.ObjectVersion(objectID: graph.special, version: rows[graph.special]?.version)
                ]
            }
            let query = StoreQuery(entity: try store.entity("Thing"), entityNames: ["Thing", "SpecialThing"])
            try expect(try before.rows(of: graph.objectIDs) == rows, "a view shows rows of a later commit")
            for link in graph.links {
                let relationship = try store.relationship(link.name, of: link.source)
                let found = try before.destinations(of: relationship, from: [link.source])[0]
                try expect(Set(found) == Set(link.destinations), "a view shows destinations of a later commit")
            }
            try expect(
                try Set(before.execute(query).objectIDs) == [graph.parent, graph.child, graph.special],
                "a view answers with objects of a later commit")
        }
    }
}
