import ObjectGraph
import Testing

/// Rule DRV-2 where several contexts change what a derived attribute depends on: whatever the policy decides, the value
/// is that of the stored objects.
final class DerivedMergeTests: TwoContexts {
    private func insert(_ entityName: String, _ values: [String: Any] = [:]) -> ManagedObject {
        a.insert(entityName, values)
    }

    /// What is stored of an object by now, which contradicts itself nowhere.
    private func stored(_ object: ManagedObject, _ key: String) throws -> String? {
        let contents = try GraphContents(container.persistentStoreCoordinator)
        #expect(contents.contradictions == [])
        return contents.objects[object.objectID]?.values[key]
    }

    @Test("A count is that of the members that others have added", arguments: policies)
    func addedByOthers(policy: MergePolicy.MergeType) throws {
        let (p, q, x) = (insert("Person"), insert("Person"), insert("Playlist"))
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        b.twin(p).mutableSetValue(forKey: "friends").insert(b.twin(q))
        x.setValue(q, forKey: "owner")
        try a.save()
        try b.save()
        #expect(try stored(q, "playlistCount") == "1")
        #expect(b.twin(q).number("playlistCount") == 1)
        #expect(try stored(q, "friendCount") == (policy == .rollback ? "0" : "1"))
    }

    @Test("A count is that of the members that others have deleted", arguments: policies)
    func deletedByOthers(policy: MergePolicy.MergeType) throws {
        let (p, x) = (insert("Person"), insert("Playlist"))
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        b.twin(p).mutableSetValue(forKey: "playlists").insert(b.twin(x))
        a.delete(x)
        try a.save()
        try b.save()
        let isBack = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try stored(p, "playlistCount") == (isBack ? "1" : "0"))
        #expect(b.twin(p).number("playlistCount") == (isBack ? 1 : 0))
    }

    @Test("A count is that of the members whose deletion a policy has taken back", arguments: policies)
    func takenBack(policy: MergePolicy.MergeType) throws {
        let p = insert("Person")
        let x = insert("Playlist", ["owner": p])
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        b.delete(b.twin(x))
        x.setValue(Int64(1), forKey: "number")
        try a.save()
        try b.save()
        let isDeleted = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try stored(p, "playlistCount") == (isDeleted ? "0" : "1"))
    }

    @Test("A sum is that of what both have changed", arguments: policies)
    func sums(policy: MergePolicy.MergeType) throws {
        let list = insert("Playlist")
        let tracks = (0..<2).map { _ in insert("Track", ["playlist": list, "number": Int64(1)]) }
        try a.save()
        let twins = tracks.map(b.twin)
        for twin in twins { _ = twin.value(forKey: "number") }
        b.mergePolicy = MergePolicy(policy)
        tracks[0].setValue(Int64(10), forKey: "number")
        try a.save()
        twins[1].setValue(Int64(100), forKey: "number")
        try b.save()
        #expect(try stored(list, "total") == "110")
    }

    static let allPolicies = [MergePolicy.MergeType.error] + policies

    @Test("Who changes what others have linked in the meantime changes what is derived from it", arguments: allPolicies)
    func linkedByOthers(policy: MergePolicy.MergeType) throws {
        let (tag, box) = (insert("Tag", ["name": "X"]), insert("Box"))
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        b.twin(tag).setValue("z", forKey: "name")
        box.setValue(tag, forKey: "tag")
        try a.save()
        try b.save()
        #expect(try stored(box, "tagName") == "z")
        #expect(b.twin(tag).member("box") === b.twin(box))
    }

    @Test("Who links what others have changed in the meantime derives from their values", arguments: allPolicies)
    func changedByOthers(policy: MergePolicy.MergeType) throws {
        let (tag, box) = (insert("Tag", ["name": "X"]), insert("Box"))
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        for twin in [b.twin(tag), b.twin(box)] { _ = twin.value(forKey: "name") }
        tag.setValue("z", forKey: "name")
        try a.save()
        b.twin(box).setValue(b.twin(tag), forKey: "tag")
        try b.save()
        #expect(try stored(box, "tagName") == "z")
        #expect(b.twin(tag).text("name") == "z")
    }

    @Test("A new object has the value that others have saved in the meantime", arguments: allPolicies)
    func copies(policy: MergePolicy.MergeType) throws {
        let folder = insert("Folder", ["name": "X"])
        try a.save()
        b.mergePolicy = MergePolicy(policy)
        let twin = b.twin(folder)
        _ = twin.value(forKey: "name")
        folder.setValue("z", forKey: "name")
        try a.save()
        let list = b.insert("Folder", ["parent": twin])
        if policy == .error {
            // The parent counts its children, which is a change of an object that others have changed.
            #expect(throws: MergeConflictError.self) { try b.save() }
            b.refreshAllObjects()
        }
        try b.save()
        #expect(try stored(list, "parentName") == (policy == .overwrite ? "X" : "z"))
    }

    @Test("A count includes members that the context had deleted, and others have restored")
    func restoredByOthers() throws {
        let (playlist, track) = (insert("Playlist"), insert("Track"))
        try a.save()
        let c = container.newContext()
        for context in [b, c] { context.mergePolicy = .overwrite }
        let own = c.twin(track)
        _ = own.value(forKey: "number")
        b.delete(b.twin(track))
        try b.save()
        own.mutableSetValue(forKey: "mixes").insert(c.twin(playlist))
        try c.save()
        b.twin(playlist).setValue(Int64(1), forKey: "number")
        try b.save()
        #expect(try stored(playlist, "mixCount") == "1")
    }

    @Test("An attribute that a program has set to another value is computed again")
    func setByHand() throws {
        let person = insert("Person", ["name": "X"])
        try a.save()
        person.setValue("other", forKey: "upperName")
        person.setValue(Int64(7), forKey: "friendCount")
        try a.save()
        #expect(try stored(person, "upperName") == "X")
        #expect(try stored(person, "friendCount") == "0")
    }

    @Test("An attribute that is derived from a derived one follows it")
    func chains() throws {
        let (p, q) = (insert("Person"), insert("Person"))
        let list = insert("Playlist", ["owner": p])
        try a.save()
        #expect(try stored(list, "ownerFriends") == "0")
        p.mutableSetValue(forKey: "friends").insert(q)
        try a.save()
        #expect(try stored(list, "ownerFriends") == "1")
    }

    @Test("UND-8 undo and redo across a save keep derived values")
    func undoing() throws {
        a.undoHistory = UndoHistory()
        let p = insert("Person", ["name": "X"])
        let list = insert("Playlist", ["owner": p])
        a.processPendingChanges()
        try a.save()
        a.undo()
        a.redo()
        #expect(!a.hasChanges)
        try a.save()
        for (object, key, wanted) in [(p, "upperName", "X"), (p, "playlistCount", "1"), (list, "ownerName", "X")] {
            #expect(object.value(forKey: key).map { "\($0)" } == wanted)
            #expect(try stored(object, key) == wanted)
        }
        #expect(try stored(list, "savedAt") != "nil")
        p.setValue("z", forKey: "name")
        a.processPendingChanges()
        try a.save()
        a.undo()
        try a.save()
        #expect(try stored(list, "ownerName") == "X")
        a.redo()
        try a.save()
        #expect(try stored(list, "ownerName") == "z")
    }

    @Test("Undoing an insertion after a save, saving, and redoing it computes derived values")
    func reinserting() throws {
        a.undoHistory = UndoHistory()
        let p = insert("Person", ["name": "X"])
        a.processPendingChanges()
        try a.save()
        a.undo()
        try a.save()
        a.redo()
        try a.save()
        #expect(try stored(p, "upperName") == "X")
    }
}
