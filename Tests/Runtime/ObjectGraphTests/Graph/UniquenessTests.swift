import ObjectGraph
import Testing

/// Rules UNQ-1 to UNQ-11: badges with unique codes, and rooms with unique numbers on each floor.
struct UniquenessTests {
    let context: ManagedObjectContext
    let saved: ManagedObject

    init() throws {
        context = try Office.context()
        saved = context.insert("Badge", ["code": Int32(1), "zone": "A", "owner": "saved"])
        try context.save()
    }

    private var stored: [String?] {
        get throws {
            let fresh = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
            return try fresh.objects("Badge").map { $0.text("owner") }
        }
    }

    private var storedCodes: [Int?] {
        get throws {
            let fresh = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
            return try fresh.objects("Badge").map { $0.number("code") }
        }
    }

    @Test("UNQ-1 and UNQ-2 an object with equal values is refused, with the constraint, its values, and the objects")
    func refused() throws {
        let new = context.insert("Badge", ["code": Int32(1), "owner": "new"])
        let error = try #require(#expect(throws: ConstraintConflictError.self) { try context.save() })
        #expect(ConstraintConflictError.code == 133021)
        let conflict = try #require(error.conflicts.first)
        #expect(conflict.constraint == ["code"])
        #expect(conflict.values == [.integer(1)])
        #expect(conflict.databaseObjectID == saved.objectID)
        #expect(conflict.conflictingObjectIDs.count == 1)
        let other = try #require(conflict.conflictingObjectIDs.first)
        #expect("\(error)" == "the value 1 of 'code' must be unique, but is the same in \(saved.objectID), \(other)")
        #expect(new.objectID.isTemporaryID)
        new.setValue(Int32(2), forKey: "code")
        try context.save()
        #expect(try stored == ["saved", "new"])
    }

    @Test(
        "UNQ-3 and UNQ-4 the policies leave one object, with the values of one side",
        arguments: [
            (MergePolicy.MergeType.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"),
            (.mergeByPropertyStoreTrump, "saved"), (.rollback, "saved"),
        ])
    func policies(type: MergePolicy.MergeType, owner: String) throws {
        context.mergePolicy = MergePolicy(type)
        context.insert("Badge", ["code": Int32(1), "owner": "new"])
        try context.save()
        #expect(!context.hasChanges)
        #expect(try stored == [owner])
        #expect(try context.objects("Badge").map { $0.text("owner") } == [owner])
    }

    @Test(
        "UNQ-5 of two new objects one survives",
        arguments: [
            (MergePolicy.MergeType.mergeByPropertyObjectTrump, "second"), (.overwrite, "second"),
            (.mergeByPropertyStoreTrump, "first"), (.rollback, "first"),
        ])
    func twoNew(type: MergePolicy.MergeType, owner: String) throws {
        context.insert("Badge", ["code": Int32(7), "owner": "first"])
        context.insert("Badge", ["code": Int32(7), "owner": "second"])
        let error = try #require(#expect(throws: ConstraintConflictError.self) { try context.save() })
        #expect(error.conflicts.first?.databaseObjectID == nil)
        #expect(error.conflicts.first?.conflictingObjectIDs.count == 2)
        context.mergePolicy = MergePolicy(type)
        try context.save()
        #expect(try stored == ["saved", owner])
    }

    /// A controller that shows all badges by their codes, and follows the context while the other value exists.
    private func followed() throws -> (FetchedResultsController<ManagedObject>, AsyncStream<FetchedResultsSnapshot>) {
        let request = FetchRequest<ManagedObject>(
            entityName: "Badge", sortDescriptors: [ModelSortDescriptor(key: "code")])
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        try controller.performFetch()
        return (controller, controller.snapshots)
    }

    @Test(
        "UNQ-5, NTF-1 and FRC-36 observers and controllers learn which of two new objects a save has given up",
        arguments: [
            (MergePolicy.MergeType.mergeByPropertyObjectTrump, 1), (.overwrite, 1), (.mergeByPropertyStoreTrump, 0),
            (.rollback, 0),
        ])
    func givingUp(type: MergePolicy.MergeType, survivor: Int) throws {
        context.mergePolicy = MergePolicy(type)
        let (controller, snapshots) = try followed()
        let badges = ["first", "second"].map { context.insert("Badge", ["code": Int32(7), "owner": $0]) }
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [saved] + badges)
        var events: [String] = []
        var deleted: Set<ManagedObject> = []
        let observation = context.observe { event in
            switch event {
            case .objectsDidChange(let change):
                events.append("changed")
                deleted.formUnion(change.deleted)
            case .willSave: events.append("willSave")
            case .didSave: events.append("didSave")
            case .didFailToRead(let error): Issue.record(error)
            }
        }
        try context.save()
        #expect(events == ["willSave", "didSave", "changed"])
        #expect(deleted == [badges[1 - survivor]])
        #expect(controller.fetchedObjects == [saved, badges[survivor]])
        context.processPendingChanges()
        #expect(events.count == 3)
        withExtendedLifetime(snapshots) { observation.cancel() }
    }

    @Test("A save that fails after it has given up an object reports nothing of that")
    func failingAfterGivingUp() throws {
        struct RefusalError: Error {}
        context.mergePolicy = MergePolicy(.mergeByPropertyStoreTrump) { _ in throw RefusalError() }
        let (controller, snapshots) = try followed()
        let badges = ["first", "second"].map { context.insert("Badge", ["code": Int32(7), "owner": $0]) }
        context.processPendingChanges()
        var changeCount = 0
        let observation = context.observe { if case .objectsDidChange = $0 { changeCount += 1 } }
        #expect(throws: RefusalError.self) { try context.save() }
        context.processPendingChanges()
        #expect(changeCount == 0)
        #expect(controller.fetchedObjects == [saved] + badges && context.insertedObjects == Set(badges))
        badges[1].setValue("third", forKey: "owner")
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [saved] + badges)
        withExtendedLifetime(snapshots) { observation.cancel() }
    }

    @Test(
        "UNQ-3 and FRC-36 a new object that becomes the stored one takes its place in a result",
        arguments: [MergePolicy.MergeType.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
    func becoming(type: MergePolicy.MergeType) throws {
        context.mergePolicy = MergePolicy(type)
        let (controller, snapshots) = try followed()
        let new = context.insert("Badge", ["code": Int32(1), "owner": "new"])
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [saved, new])
        try context.save()
        #expect(controller.fetchedObjects == [new])
        #expect(try context.objects("Badge") == [new])
        new.setValue("later", forKey: "owner")
        let last = context.insert("Badge", ["code": Int32(1), "owner": "last"])
        context.processPendingChanges()
        #expect(controller.fetchedObjects == [new, last])
        withExtendedLifetime(snapshots) {}
    }

    @Test("UNQ-3 and FRC-36 a stored object that a changed one replaces leaves a result")
    func replacing() throws {
        let other = context.insert("Badge", ["code": Int32(2), "owner": "other"])
        try context.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let (controller, snapshots) = try followed()
        #expect(controller.fetchedObjects == [saved, other])
        other.setValue(Int32(1), forKey: "code")
        try context.save()
        #expect(controller.fetchedObjects == [other])
        #expect(try stored == ["other"])
        withExtendedLifetime(snapshots) {}
    }

    @Test("The description of a conflict names the destination of a relationship by its identity")
    func conflictOverRelationship() {
        let owner = saved.objectID
        let conflict = ConstraintConflict(
            constraint: ["badge"], values: [.uri(owner.uriRepresentation())], databaseObjectID: nil,
            conflictingObjectIDs: [owner])
        #expect(conflict.description == "the value Badge/p1 of 'badge' must be unique, but is the same in Badge/p1")
    }

    @Test("UNQ-6 a compound constraint needs both values to be equal")
    func compound() throws {
        context.insert("Room", ["floor": Int32(1), "number": Int32(1)])
        context.insert("Room", ["floor": Int32(1), "number": Int32(2)])
        context.insert("Room", ["floor": Int32(2), "number": Int32(1)])
        try context.save()
        context.insert("Room", ["floor": Int32(2), "number": Int32(1)])
        #expect(throws: ConstraintConflictError.self) { try context.save() }
    }

    @Test("UNQ-7 nil is equal to no other nil")
    func missingValues() throws {
        context.insert("Badge")
        context.insert("Badge")
        context.insert("Room", ["floor": Int32(1)])
        context.insert("Room", ["floor": Int32(1)])
        try context.save()
        #expect(try stored == ["saved", nil, nil])
        #expect(try context.objects("Room").map { $0.number("floor") } == [1, 1])
    }

    @Test("UNQ-8 subentities keep their parents' constraints, across the family")
    func subentities() throws {
        context.insert("GoldBadge", ["code": Int32(1)])
        #expect(throws: ConstraintConflictError.self) { try context.save() }
    }

    @Test("UNQ-9 two objects may swap their values in one save")
    func swapping() throws {
        let other = context.insert("Badge", ["code": Int32(2)])
        try context.save()
        other.setValue(Int32(1), forKey: "code")
        saved.setValue(Int32(2), forKey: "code")
        try context.save()
        #expect(try storedCodes == [2, 1])
        context.delete(saved)
        context.insert("Badge", ["code": Int32(2)])
        try context.save()
        #expect(try storedCodes == [1, 2])
    }

    @Test("UNQ-6 a constraint can include a to-one relationship")
    func relationships() throws {
        let (desk, other) = (context.insert("Desk"), context.insert("Desk"))
        let first = context.insert("Drawer", ["number": Int32(1), "desk": desk])
        context.insert("Drawer", ["number": Int32(2), "desk": desk])
        context.insert("Drawer", ["number": Int32(1), "desk": other])
        for _ in 0..<2 { context.insert("Drawer", ["number": Int32(1)]) }
        try context.save()
        let third = context.insert("Drawer", ["number": Int32(1), "desk": desk])
        let error = try #require(#expect(throws: ConstraintConflictError.self) { try context.save() })
        #expect(error.conflicts.map(\.constraint) == [["desk", "number"]])
        #expect(error.conflicts.map(\.values) == [[.uri(desk.objectID.uriRepresentation()), .integer(1)]])
        #expect(error.conflicts.map(\.databaseObjectID) == [first.objectID])
        third.setValue(nil, forKey: "desk")
        try context.save()
        // Moving is a change of the constraint's values as well, on either side.
        _ = other.mutableSetValue(forKey: "drawers").insert(first)
        #expect(throws: ConstraintConflictError.self) { try context.save() }
        context.rollback()
        context.delete(first)
        third.setValue(desk, forKey: "desk")
        try context.save()
        context.delete(desk)
        try context.save()
        #expect(third.value(forKey: "desk") == nil)
    }

    @Test("UNQ-3 of two new objects that are equal in a relationship one survives, on both sides")
    func uniting() throws {
        let desk = context.insert("Desk")
        context.mergePolicy = .mergeByPropertyObjectTrump
        context.insert("Drawer", ["number": Int32(1), "desk": desk])
        let second = context.insert("Drawer", ["number": Int32(1), "desk": desk])
        try context.save()
        #expect(desk.members("drawers") == [second])
        let third = context.insert("Drawer", ["number": Int32(1), "desk": desk])
        try context.save()
        #expect(desk.members("drawers") == [third])
        #expect(try context.afresh { try $0.objects("Drawer").count } == 1)
    }

    // MARK: - Children

    @Test(
        "UNQ-3 and CHD-9 a child's object that a save of its parent unites with a stored one becomes that one",
        arguments: [(MergePolicy.MergeType.mergeByPropertyObjectTrump, "new"), (.mergeByPropertyStoreTrump, "saved")])
    func unitingInChildren(type: MergePolicy.MergeType, owner: String) throws {
        let savedID = saved.objectID
        let child = ManagedObjectContext(parent: context)
        let twin = child.insert("Badge", ["code": Int32(1), "owner": "new"])
        try child.save()
        twin.setValue("B", forKey: "zone")
        context.mergePolicy = MergePolicy(type)
        try context.save()
        #expect(twin.objectID == savedID && child.registeredObject(for: savedID) === twin)
        #expect(twin.text("owner") == owner && twin.text("zone") == "B")
        #expect(child.updatedObjects == [twin] && child.deletedObjects.isEmpty)
        try child.save()
        try context.save()
        let zones = try context.afresh { try $0.objects("Badge").map { $0.text("zone") } }
        #expect(try stored == [owner] && zones == ["B"])
    }

    @Test("UNQ-3 and FRC-36 of two equal objects that a child knows, the stored one stays, with the changes of both")
    func unitingKnownInChildren() throws {
        let child = ManagedObjectContext(parent: context)
        let known = child.twin(saved)
        #expect(known.text("owner") == "saved")
        let request = FetchRequest<ManagedObject>(
            entityName: "Badge", sortDescriptors: [ModelSortDescriptor(key: "code")])
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: child)
        let twin = child.insert("Badge", ["code": Int32(1), "owner": "new"])
        try child.save()
        try controller.performFetch()
        let snapshots = controller.snapshots
        #expect(controller.fetchedObjects == [known, twin])
        twin.setValue("B", forKey: "zone")
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(twin.isDeleted && !known.isDeleted)
        #expect(known.text("owner") == "new" && known.text("zone") == "B")
        #expect(try child.objects("Badge") == [known])
        child.processPendingChanges()
        #expect(controller.fetchedObjects == [known])
        try child.save()
        try context.save()
        #expect(try stored == ["new"])
        #expect(try context.afresh { try $0.objects("Badge").map { $0.text("zone") } } == ["B"])
        withExtendedLifetime(snapshots) {}
    }

    @Test("UNQ-5 and NTF-9 a child's object that a save of its parent discards is deleted in the child")
    func discardingInChildren() throws {
        let child = ManagedObjectContext(parent: context)
        let grandchild = ManagedObjectContext(parent: child)
        let third = grandchild.insert("Badge", ["code": Int32(1), "owner": "new"])
        try grandchild.save()
        let twin = try #require(child.insertedObjects.first)
        try child.save()
        var deleted: Set<ManagedObject> = []
        let observation = child.observe { event in
            if case .objectsDidChange(let change) = event { deleted.formUnion(change.deleted) }
        }
        context.mergePolicy = .rollback
        try context.save()
        child.processPendingChanges()
        #expect(twin.isDeleted && deleted == [twin] && third.isDeleted)
        #expect(!child.hasChanges && !grandchild.hasChanges)
        #expect(try child.objects("Badge").map { $0.text("owner") } == ["saved"])
        #expect(try grandchild.objects("Badge").map { $0.text("owner") } == ["saved"])
        withExtendedLifetime(observation) {}
    }

    @Test(
        "UNQ-3 and CHD-18 what a child has linked to an object leads to the one that a save of its parent keeps",
        arguments: [false, true])
    func linksInChildren(isKnown: Bool) throws {
        let model = ManagedObjectModel(
            Model(
                name: "Shelf",
                entities: [
                    Entity(
                        name: "Tag", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "books", isOptional: true, isToMany: true, destinationName: "Book",
                                inverseName: "tag", inverseEntityName: "Book")
                        ],
                        uniquenessConstraints: [UniquenessConstraint(["name"])]),
                    Entity(
                        name: "Book",
                        relationships: [
                            Relationship(
                                name: "tag", isOptional: true, maximumCount: 1, destinationName: "Tag",
                                inverseName: "books", inverseEntityName: "Tag")
                        ]),
                ]))
        let context = try PersistentContainer(model: model, store: .tested).newContext()
        let stored = context.insert("Tag", ["name": "x"])
        try context.save()
        let storedID = stored.objectID
        let child = ManagedObjectContext(parent: context)
        let known = isKnown ? child.twin(stored) : nil
        #expect(known?.text("name") == (isKnown ? "x" : nil))
        let twin = child.insert("Tag", ["name": "x"])
        let first = child.insert("Book", ["tag": twin])
        try child.save()
        let second = child.insert("Book", ["tag": twin])
        context.mergePolicy = .mergeByPropertyStoreTrump
        try context.save()
        let tag = try #require(child.registeredObject(for: storedID))
        #expect(tag === known ?? twin)
        #expect(first.member("tag") === tag && second.member("tag") === tag)
        #expect(tag.members("books") == [first, second])
        try child.save()
        try context.save()
        let counts = try context.afresh { try $0.objects("Tag").map { $0.members("books").count } }
        #expect(counts == [2])
    }

    @Test("The conflicts of one object are in the order of its constraints")
    func order() throws {
        let names = (1...8).map { "code\($0)" }
        let pass = Entity(
            name: "Pass", attributes: names.map { Attribute(name: $0, type: .integer64, isOptional: true) },
            uniquenessConstraints: names.map { UniquenessConstraint([$0]) })
        let model = ManagedObjectModel(Model(name: "Gate", entities: [pass]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, Int64(1)) })
        for _ in 0..<2 { context.insert("Pass", values) }
        let error = try #require(#expect(throws: ConstraintConflictError.self) { try context.save() })
        #expect(error.conflicts.map(\.constraint) == names.map { [$0] })
    }

    @Test("UNQ-10 a store in memory also enforces constraints, for changes and for saves of other contexts")
    func enforcedEverywhere() throws {
        let second = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        second.insert("Badge", ["code": Int32(3)])
        try second.save()
        saved.setValue(Int32(3), forKey: "code")
        #expect(throws: ConstraintConflictError.self) { try context.save() }
        context.rollback()
        #expect(saved.number("code") == 1)
    }
}
