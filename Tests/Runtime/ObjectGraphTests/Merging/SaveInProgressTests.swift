import ObjectGraph
import Testing

/// What changes while a save is in progress, which first completes it, and so takes over what others have saved.
struct SaveInProgressTests {
    private let container: PersistentContainer
    private let own: ManagedObjectContext
    private let others: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(model: MeetingModel.model, store: .tested)
        own = container.newContext()
        others = container.newContext()
    }

    /// The ways to add links.
    private enum LinkingCall: CaseIterable {
        case assign, insert, formUnion, insertSeveral, insertAtIndexes, replaceSubrange
    }

    /// Objects of both contexts, of which the own ones have been read.
    private func objects(_ entityNames: String...) throws -> (own: [ManagedObject], others: [ManagedObject]) {
        let objects = entityNames.map { own.insert($0) }
        try own.save()
        for object in objects { _ = object.value(forKey: "name") }
        return (objects, objects.map { others.object(with: $0.objectID) })
    }

    private func expectSound() throws {
        #expect(try GraphContents(container.persistentStoreCoordinator).contradictions == [])
    }

    @Test("A link that others have added is not added again while a save that finds it is in progress")
    func linksOfOthers() throws {
        let (own, others) = try objects("Playlist", "Track")
        self.own.mergePolicy = MergePolicy(.overwrite)
        #expect(own[1].objectIDs(forRelationshipNamed: "mixes").isEmpty)
        others[0].mutableSetValue(forKey: "mixes").insert(others[1])
        try self.others.save()
        own[1].setValue(own[0], forKey: "playlist")
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        #expect(!own[1].mutableSetValue(forKey: "mixes").insert(own[0]).inserted)
        save.complete()
        try save.result()
        try self.own.save()
        #expect(own[1].objectIDs(forRelationshipNamed: "mixes") == [own[0].objectID])
        try expectSound()
    }

    @Test(
        "Destinations that others have added stay when those that were read are assigned while a save that finds them is in progress",
        arguments: ["mixes", "lists"])
    func assigningReadDestinations(key: String) throws {
        let (own, others) =
            try key == "mixes" ? objects("Playlist", "Track", "Track") : objects("Track", "Tag", "Tag")
        self.own.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump)
        #expect(own[0].objectIDs(forRelationshipNamed: key).isEmpty)
        others[0].mutableSetValue(forKey: key).insert(others[2])
        try self.others.save()
        own[0].mutableSetValue(forKey: key).insert(own[1])
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        let isOrdered = own[0].entity.relationship(named: key)?.isOrdered == true
        own[0].setValue(isOrdered ? [own[1]] as Any : Set([own[1]]), forKey: key)
        try save.result()
        try self.own.save()
        #expect(Set(own[0].objectIDs(forRelationshipNamed: key)) == [own[1].objectID, own[2].objectID])
        let fresh = container.newContext()
        let stored = fresh.object(with: own[0].objectID)
        #expect(Set(stored.objectIDs(forRelationshipNamed: key)) == [own[1].objectID, own[2].objectID])
        try expectSound()
    }

    @Test(
        "CTX-33 linking objects that a save in progress finds deleted has no effect",
        arguments: [0, 1], LinkingCall.allCases)
    private func deletedByOthers(deleted: Int, call: LinkingCall) throws {
        let (own, others) = try objects("Tag", "Track", "Track")
        self.own.mergePolicy = MergePolicy(.mergeByPropertyStoreTrump)
        self.others.delete(others[deleted])
        try self.others.save()
        own[deleted].setValue("changed", forKey: "name")
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        link(own[1], own[2], to: own[0], "list", call)
        save.complete()
        try save.result()
        try self.own.save()
        #expect(own[deleted].isDeleted || own[deleted].managedObjectContext == nil)
        if deleted == 1 {
            #expect(
                own[0].objectIDs(forRelationshipNamed: "list") == (call == .insert ? [] : [own[2].objectID]))
        }
        try expectSound()
    }

    @Test(
        "CTX-33 linking objects that a save in progress deletes has no effect",
        arguments: [false, true], LinkingCall.allCases)
    private func deletedByPolicy(isOwner: Bool, call: LinkingCall) throws {
        let (own, others) = try objects("Playlist", "Tag", "Tag", "Track", "Track")
        self.own.mergePolicy = MergePolicy(.overwrite)
        others[1].setValue("X", forKey: "name")
        try self.others.save()
        // The constraint allows one tag of a name, and the policy prefers this one.
        own[2].setValue("X", forKey: "name")
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        if isOwner {
            link(own[3], own[4], to: own[1], "list", call)
        } else {
            link(own[1], own[2], to: own[3], "lists", call)
        }
        try save.result()
        try self.own.save()
        #expect(own[1].managedObjectContext == nil)
        if !isOwner {
            #expect(
                own[3].objectIDs(forRelationshipNamed: "lists") == (call == .insert ? [] : [own[2].objectID]))
        }
        try expectSound()
    }

    /// Adds the first object, or both, to a relationship.
    private func link(
        _ first: ManagedObject, _ second: ManagedObject, to owner: ManagedObject, _ key: String, _ call: LinkingCall
    ) {
        let isOrdered = owner.entity.relationship(named: key)?.isOrdered == true
        switch call {
        case .assign where isOrdered: owner.setValue([first, second], forKey: key)
        case .assign: owner.setValue(Set([first, second]), forKey: key)
        case .insert: owner.mutableSetValue(forKey: key).insert(first)
        case .insertSeveral where isOrdered:
            owner.mutableOrderedSetValue(forKey: key).insert(contentsOf: [first, second], at: 0)
        case .insertAtIndexes where isOrdered:
            owner.mutableOrderedSetValue(forKey: key).insert([first, second], at: [0, 1])
        case .replaceSubrange where isOrdered:
            owner.mutableOrderedSetValue(forKey: key).replaceSubrange(0..<0, with: [first, second])
        case .formUnion, .insertSeveral, .insertAtIndexes, .replaceSubrange:
            owner.mutableSetValue(forKey: key).formUnion([first, second])
        }
    }

    @Test("CTX-33 refreshing an object that a save in progress deletes has no effect", arguments: [false, true])
    func refreshingDeleted(mergesChanges: Bool) throws {
        let tags = try objects("Tag", "Tag")
        own.mergePolicy = MergePolicy(.overwrite)
        tags.others[0].setValue("X", forKey: "name")
        try others.save()
        // The constraint allows one tag of a name, and the policy prefers this one.
        tags.own[1].setValue("X", forKey: "name")
        let save = try #require(try own.beginSave())
        save.commit?.run()
        own.refresh(tags.own[0], mergeChanges: mergesChanges)
        own.detectConflicts(for: tags.own[1])
        try save.result()
        #expect(tags.own[0].managedObjectContext == nil)
        try own.save()
        try expectSound()
    }

    @Test("OBJ-16 a primitive value that is set while a save is in progress is set after its end")
    func primitiveValue() throws {
        let (own, _) = try objects("Tag")
        own[0].setValue("A", forKey: "name")
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        own[0].setPrimitiveValue("B", forKey: "name")
        #expect(!own[0].hasChanges)
        #expect(own[0].text("name") == "B")
        try save.result()
        self.own.refresh(own[0], mergeChanges: true)
        #expect(own[0].text("name") == "A")
    }

    @Test("OBJ-17 and REL-3 the destination that is assigned by key replaces what a save in progress brings in")
    func assigningDestination() throws {
        let (own, others) = try objects("Track", "Playlist", "Playlist")
        self.own.mergePolicy = MergePolicy(.mergeByPropertyStoreTrump)
        #expect(own[0].member("playlist") == nil)
        others[0].setValue(others[2], forKey: "playlist")
        try self.others.save()
        own[0].setValue("changed", forKey: "name")
        let save = try #require(try self.own.beginSave())
        save.commit?.run()
        own[0].setValue(own[1], forKey: "playlist")
        #expect(own[0].member("playlist") == own[1])
        try save.result()
        try self.own.save()
        let fresh = container.newContext()
        #expect(fresh.object(with: own[0].objectID).member("playlist")?.objectID == own[1].objectID)
        try expectSound()
    }
}
