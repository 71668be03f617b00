import ObjectGraph
import Testing

/// What two contexts, or one and a child, have been found to do to a graph.
final class FoundInTwoContextsTests: TwoContexts {
    /// Objects that both contexts know, as each has them.
    private func shared(_ entityNames: String...) throws -> (inA: [ManagedObject], inB: [ManagedObject]) {
        let objects = entityNames.map { a.insertNewObject(forEntityName: $0) }
        try a.save()
        let twins = objects.map { b.object(with: $0.objectID) }
        for twin in twins { _ = twin.value(forKey: "number") }
        return (objects, twins)
    }

    private func contents() throws -> GraphContents {
        let contents = try GraphContents(container.persistentStoreCoordinator)
        #expect(contents.contradictions == [])
        return contents
    }

    /// The members of a relationship as they are stored.
    private func stored(_ object: ManagedObject, _ key: String) throws -> [ObjectIdentifier] {
        let context = ManagedObjectContext(coordinator: container.persistentStoreCoordinator)
        return try withExtendedLifetime(context) {
            try context.existingObject(with: object.objectID).objectIDs(forRelationshipNamed: key).map {
                a.object(with: $0).id
            }
        }
    }

    private func add(_ object: ManagedObject, to key: String, of owner: ManagedObject) {
        owner.mutableSetValue(forKey: key).insert(object)
    }

    // MARK: - Two that change one to-many relationship

    @Test("CTX-33 several objects are inserted without those that others have deleted", arguments: [false, true])
    func insertingGoneObjects(replaces: Bool) throws {
        let (inA, inB) = try shared("Tag", "Track", "Track")
        a.delete(inA[1])
        try a.save()
        b.refresh(inB[1], mergeChanges: false)
        let list = inB[0].mutableOrderedSetValue(forKey: "list")
        if replaces {
            list.replaceSubrange(0..<0, with: [inB[1], inB[2]])
        } else {
            list.insert(contentsOf: [inB[1], inB[2]], at: 0)
        }
        #expect(!list.append(inB[1]).inserted)
        #expect(Array(list) == [inB[2]])
        try b.save()
        _ = try contents()
    }

    @Test("An object that others have stored again does not show what the context has deleted meanwhile")
    func returnedObjects() throws {
        let (inA, inB) = try shared("Tag", "Track", "Track", "Tag")
        for context in [a, b] { context.mergePolicy = MergePolicy(.overwrite) }
        a.automaticallyMergesChangesFromParent = true
        let new = a.insertNewObject(forEntityName: "Track")
        add(inB[0], to: "lists", of: inB[2])
        a.delete(inA[0])
        add(inB[0], to: "lists", of: inB[1])
        try a.save()
        add(inA[3], to: "tags", of: new)
        try b.save()
        try a.save()
        a.delete(inA[1])
        let tags = try a.fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
        let tag = try #require(tags.first { $0.objectID == inA[0].objectID })
        #expect(tag.value(forKey: "list") as? [ManagedObject] == [inA[2]])
        try a.save()
        _ = try contents()
    }

    @Test("A view that follows others keeps the track it appends and the one that they do")
    func appendingWhileFollowing() throws {
        let (mine, theirs) = try shared("Playlist", "Track", "Track")
        a.automaticallyMergesChangesFromParent = true
        add(mine[1], to: "tracks", of: mine[0])
        add(theirs[2], to: "tracks", of: theirs[0])
        try b.save()
        try a.save()
        _ = try contents()
        #expect(try stored(mine[0], "tracks") == [mine[2].id, mine[1].id])
    }

    @Test("After refreshing all, the error policy saves both tracks, too")
    func appendingAfterRefreshing() throws {
        let (mine, theirs) = try shared("Playlist", "Track", "Track")
        add(mine[1], to: "tracks", of: mine[0])
        add(theirs[2], to: "tracks", of: theirs[0])
        try b.save()
        #expect(throws: MergeConflictError.self) { try a.save() }
        a.refreshAllObjects()
        try a.save()
        _ = try contents()
        #expect(try stored(mine[0], "tracks") == [mine[2].id, mine[1].id])
    }

    @Test("Both contexts append a track", arguments: policies)
    func appending(policy: MergePolicy.MergeType) throws {
        let (mine, theirs) = try shared("Playlist", "Track", "Track")
        a.mergePolicy = MergePolicy(policy)
        add(mine[1], to: "tracks", of: mine[0])
        add(theirs[2], to: "tracks", of: theirs[0])
        try b.save()
        try a.save()
        _ = try contents()
        #expect(try stored(mine[0], "tracks") == [mine[2].id, mine[1].id])
    }

    @Test("Both contexts move one track to different playlists", arguments: policies)
    func moving(policy: MergePolicy.MergeType) throws {
        let (mine, theirs) = try shared("Playlist", "Playlist", "Track")
        a.mergePolicy = MergePolicy(policy)
        add(mine[2], to: "tracks", of: mine[0])
        add(theirs[2], to: "tracks", of: theirs[1])
        try b.save()
        try a.save()
        _ = try contents()
        let isMine = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try stored(mine[0], "tracks") == (isMine ? [mine[2].id] : []))
        #expect(try stored(mine[1], "tracks") == (isMine ? [] : [mine[2].id]))
    }

    // MARK: - A relationship that is its own inverse

    @Test("Friends that others have made stay, on both sides", arguments: policies)
    func friends(policy: MergePolicy.MergeType) throws {
        let (mine, theirs) = try shared("Person", "Person")
        a.mergePolicy = MergePolicy(policy)
        mine[1].setValue(Int64(5), forKey: "number")
        add(theirs[0], to: "friends", of: theirs[1])
        try b.save()
        try a.save()
        _ = try contents()
        #expect(try stored(mine[0], "friends") == [mine[1].id])
        #expect(try stored(mine[1], "friends") == [mine[0].id])
    }

    // MARK: - A constraint that unites members

    @Test("An object that a uniqueness constraint unites with a member is a member once", arguments: policies)
    func uniting(policy: MergePolicy.MergeType) throws {
        a.mergePolicy = MergePolicy(policy)
        let track = a.insertNewObject(forEntityName: "Track")
        for _ in 0..<2 {
            let tag = a.insertNewObject(forEntityName: "Tag")
            tag.setValue("x", forKey: "name")
            add(tag, to: "tags", of: track)
            try a.save()
        }
        _ = try contents()
        #expect(try stored(track, "tags").count == 1)
        #expect(track.mutableSetValue(forKey: "tags").count == 1)
    }

    // MARK: - Children

    @Test("A child that changes what its parent has deleted is told, or the policy decides")
    func childOfDeleting() throws {
        let (mine, _) = try shared("Track", "Playlist")
        let sheet = ManagedObjectContext(parent: a)
        let (track, playlist) = (sheet.object(with: mine[0].objectID), sheet.object(with: mine[1].objectID))
        track.setValue(playlist, forKey: "playlist")
        playlist.setValue(Int64(1), forKey: "number")
        a.delete(mine[1])
        try a.save()
        #expect(throws: MergeConflictError(objectIDs: [mine[1].objectID])) { try sheet.save() }
        #expect(sheet.hasChanges)
        sheet.mergePolicy = .mergeByPropertyStoreTrump
        try sheet.save()
        #expect(mine[0].value(forKey: "playlist") == nil)
        #expect(playlist.isDeleted)
        try a.save()
        _ = try contents()
    }

    @Test(
        "A child links what its parent has deleted",
        arguments: [("tags", "Tag"), ("mixes", "Playlist"), ("lists", "Tag")])
    func childOfDeleting(key: String, entityName: String) throws {
        let (mine, _) = try shared("Track", entityName)
        let sheet = ManagedObjectContext(parent: a)
        sheet.mergePolicy = .mergeByPropertyObjectTrump
        let (track, other) = (sheet.object(with: mine[0].objectID), sheet.object(with: mine[1].objectID))
        add(other, to: key, of: track)
        a.delete(mine[1])
        try a.save()
        try sheet.save()
        try a.save()
        _ = try contents()
        // It comes back, since the child's changes count.
        #expect(try stored(mine[0], key).count == 1)
    }

    @Test(
        "A child's change of an object that the parent has deleted leaves the parent able to save", arguments: policies)
    func parentSaves(policy: MergePolicy.MergeType) throws {
        let (mine, _) = try shared("Person")
        let sheet = ManagedObjectContext(parent: a)
        sheet.mergePolicy = MergePolicy(policy)
        sheet.object(with: mine[0].objectID).setValue("changed", forKey: "name")
        a.delete(mine[0])
        try a.save()
        try sheet.save()
        try a.save()
        let isBack = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try contents().objects.values.map { $0.values["name"] } == (isBack ? ["changed"] : []))
    }

    // MARK: - Deletions and links

    @Test("Who deletes what others have linked deletes the link, or keeps both", arguments: policies)
    func deletingWhatIsLinked(policy: MergePolicy.MergeType) throws {
        let (mine, theirs) = try shared("Track", "Tag")
        b.mergePolicy = MergePolicy(policy)
        b.delete(theirs[1])
        add(mine[1], to: "tags", of: mine[0])
        try a.save()
        try b.save()
        let isDeleted = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try contents().objects.count == (isDeleted ? 1 : 2))
        #expect(try stored(mine[0], "tags").count == (isDeleted ? 0 : 1))
    }

    @Test("Who links what others have deleted links nothing, or has it back", arguments: policies)
    func linkingWhatIsDeleted(policy: MergePolicy.MergeType) throws {
        let (mine, theirs) = try shared("Track", "Tag")
        a.mergePolicy = MergePolicy(policy)
        add(mine[1], to: "tags", of: mine[0])
        b.delete(theirs[1])
        try b.save()
        try a.save()
        let isBack = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try contents().objects.count == (isBack ? 2 : 1))
        #expect(try stored(mine[0], "tags").count == (isBack ? 1 : 0))
    }

    // MARK: - One-to-one relationships

    @Test("Two contexts give their own box one unique tag: the policy says whose it is", arguments: policies)
    func oneTagForTwo(policy: MergePolicy.MergeType) throws {
        a.mergePolicy = MergePolicy(policy)
        let boxes = [a, b].map { context in
            let (box, tag) = (
                context.insertNewObject(forEntityName: "Box"), context.insertNewObject(forEntityName: "Tag")
            )
            tag.setValue("x", forKey: "name")
            box.setValue(tag, forKey: "tag")
            return box
        }
        try b.save()
        try a.save()
        #expect(try contents().objects.count == 3)
        let isMine = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        #expect(try stored(boxes[0], "tag").count == (isMine ? 1 : 0))
        #expect(try stored(boxes[1], "tag").count == (isMine ? 0 : 1))
    }

    @Test("Who would leave a passport without its master is refused, and changes nothing", arguments: policies)
    func requiredMasters(policy: MergePolicy.MergeType) throws {
        let person = a.insertNewObject(forEntityName: "Person")
        try a.save()
        let twin = b.object(with: person.objectID)
        _ = twin.value(forKey: "passport")
        a.mergePolicy = MergePolicy(policy)
        b.insertNewObject(forEntityName: "Passport").setValue(twin, forKey: "master")
        try b.save()
        let passport = a.insertNewObject(forEntityName: "Passport")
        passport.setValue(person, forKey: "master")
        let before = try contents()
        #expect(throws: ValidationError.self) { try a.save() }
        #expect(try contents() == before)
        #expect(a.insertedObjects == [passport])
        #expect(passport.value(forKey: "master") as? ManagedObject === person)
    }

    // MARK: - Taken unique values

    @Test("Renaming into a taken unique value unites the two, or gives up that value alone", arguments: policies)
    func renaming(policy: MergePolicy.MergeType) throws {
        a.mergePolicy = MergePolicy(policy)
        let tags = ["x", "y"].map { name in
            let tag = a.insertNewObject(forEntityName: "Tag")
            tag.setValue(name, forKey: "name")
            return tag
        }
        let track = a.insertNewObject(forEntityName: "Track")
        add(tags[0], to: "tags", of: track)
        try a.save()
        tags[1].setValue("x", forKey: "name")
        tags[1].setValue(Int64(7), forKey: "number")
        try a.save()
        let stored = try contents().objects.filter { $0.key.entityName == "Tag" }
        let values = stored.values.map { [$0.values["name"], $0.values["number"]] }
        switch policy {
        case .mergeByPropertyObjectTrump, .overwrite:
            #expect(values == [["x", "7"]])
            #expect(try self.stored(track, "tags") == [tags[1].id])
        case .mergeByPropertyStoreTrump: #expect(Set(values) == [["x", "nil"], ["y", "7"]])
        default: #expect(Set(values) == [["x", "nil"], ["y", "nil"]])
        }
    }

    // MARK: - Late faults

    @Test("A fault that is read late, and an object that is asked for, are as they are committed by then")
    func lateFaults() throws {
        let (mine, _) = try shared("Person", "Person")
        let late = container.newContext()
        let fault = late.object(with: mine[0].objectID)
        for object in mine { object.setValue("new", forKey: "name") }
        try a.save()
        #expect(fault.value(forKey: "name") as? String == "new")
        #expect(try late.existingObject(with: mine[1].objectID).value(forKey: "name") as? String == "new")
        fault.setValue(Int64(1), forKey: "number")
        try late.save()
    }

    // MARK: - Policies

    @Test("A policy may decide on constraints by the values of both sides, and run code after the merge")
    func decidingOnConstraints() throws {
        let stored = a.insertNewObject(forEntityName: "Tag")
        stored.setValue("x", forKey: "name")
        stored.setValue(Int64(1), forKey: "number")
        try a.save()
        a.mergePolicy = MergePolicy(
            deciding: { _ in .error },
            decidingConstraints: { conflicts in
                let theirs = conflicts[0].databaseSnapshot?["number"] as? Int64 ?? 0
                let ours = conflicts[0].conflictingSnapshots[0]["number"] as? Int64 ?? 0
                return ours > theirs ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
            },
            afterMerging: { context in
                for object in context.updatedObjects { object.setValue("merged", forKey: "note") }
            })
        for number in [Int64(0), 2] {
            let tag = a.insertNewObject(forEntityName: "Tag")
            tag.setValue("x", forKey: "name")
            tag.setValue(number, forKey: "number")
            try a.save()
        }
        let values = try contents().objects.values.map { [$0.values["number"], $0.values["note"]] }
        #expect(values == [["2", "merged"]])
    }
}

extension ManagedObject {
    /// Which instance it is.
    fileprivate var id: ObjectIdentifier { ObjectIdentifier(self) }
}
