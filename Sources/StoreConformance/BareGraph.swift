import ObjectGraph

/// Some objects with relationships of every shape, which a store holds.
struct BareGraph {
    let box: ObjectID
    let lid: ObjectID
    let parent: ObjectID
    let child: ObjectID
    let special: ObjectID

    /// Commits the objects.
    init(in store: BareStore) throws {
        box = try store.newObjectID("Box")
        lid = try store.newObjectID("Lid")
        parent = try store.newObjectID("Thing")
        child = try store.newObjectID("Thing")
        special = try store.newObjectID("SpecialThing")
        let inserted = try [
            store.insertion(box, ["label": .string("box")], ["lid": [lid], "shelf": [special, parent, child]]),
            store.insertion(lid, [:], ["box": [box]]),
            store.insertion(
                parent, ["stringValue": .string("parent")], ["shelves": [box], "friends": [child, special]]),
            store.insertion(
                child, ["stringValue": .string("child")],
                ["box": [box], "shelves": [box], "parent": [parent], "friends": [parent]]),
            store.insertion(
                special, ["stringValue": .string("special")],
                ["box": [box], "shelves": [box], "parent": [parent], "friends": [parent]]),
        ]
        try store.commit { $0.inserted = inserted }
    }

    var objectIDs: [ObjectID] { [box, lid, parent, child, special] }

    /// Where relationships lead, from both sides.
    var links: [(source: ObjectID, name: String, destinations: [ObjectID])] {
        [
            (box, "contents", [child, special]), (box, "shelf", [special, parent, child]), (box, "lid", [lid]),
            (lid, "box", [box]), (parent, "box", []), (child, "box", [box]), (special, "box", [box]),
            (parent, "shelves", [box]), (child, "shelves", [box]), (special, "shelves", [box]),
            (parent, "children", [child, special]), (child, "children", []), (child, "parent", [parent]),
            (special, "parent", [parent]), (parent, "parent", []), (parent, "friends", [child, special]),
            (child, "friends", [parent]), (special, "friends", [parent]),
        ]
    }
}
