import Foundation
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Fetched results controllers, by the rules of section FRC.
struct FetchedResultsControllerTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let delegate = RecordingDelegate()

    init() throws {
        container = try makeContainer()
        context = container.newContext()
        for (name, universe) in [("Batman", 1), ("Hulk", 0), ("Thor", 0)] { hero(name, Int32(universe)) }
        try context.save()
    }

    @discardableResult
    private func hero(_ name: String, _ universe: Int32 = 0, in other: ManagedObjectContext? = nil) -> Superhero {
        let hero = Superhero(context: other ?? context)
        hero.name = name
        hero.universe = universe
        return hero
    }

    private func request(_ keys: String...) -> FetchRequest<Superhero> {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = keys.map { ModelSortDescriptor(key: $0) }
        return request
    }

    /// A controller that has fetched, and reports to the delegate.
    private func followed(
        _ request: FetchRequest<Superhero>, sections: String? = nil
    ) throws -> FetchedResultsController<Superhero> {
        let controller = try FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections)
        controller.delegate = delegate
        try controller.performFetch()
        return controller
    }

    private func find(_ name: String) throws -> Superhero {
        let request = try FetchRequest<Superhero>(predicate: .format("name == %@", name))
        return try #require(try context.fetch(request).first)
    }

    // MARK: The result

    @Test("FRC-1 and FRC-2 a request without a sort order fails, and before the fetch there is no result")
    func beginning() throws {
        let error = #expect(throws: FetchError.self) {
            try FetchedResultsController(fetchRequest: Superhero.fetchRequest(), managedObjectContext: context)
        }
        #expect(error?.code == .missingSortDescriptors)
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        #expect(controller.fetchedObjects == nil && controller.sections == nil && controller.snapshot == nil)
    }

    @Test("FRC-3, FRC-26 and FRC-47 objects have paths, and sections have names, titles and counts")
    func paths() throws {
        let controller = try followed(request("universe", "name"), sections: "universe")
        #expect(controller.names == ["Hulk", "Thor", "Batman"])
        let sections = try #require(controller.sections)
        #expect(sections.map(\.name) == ["0", "1"] && sections.map(\.numberOfObjects) == [2, 1])
        #expect(sections[0].objects.map(\.name) == ["Hulk", "Thor"])
        let path = IndexPath(item: 1, section: 0)
        #expect(controller.object(at: path).name == "Thor")
        #expect(controller.indexPath(forObject: controller.object(at: path)) == path)
        #expect(controller.indexPath(forObject: hero("New")) == nil)
    }

    @Test("FRC-26 a number names its section in its own precision, and without a fraction that is zero")
    func sectionsOfNumbers() throws {
        let attributes = [
            Attribute(name: "real", type: .double, isOptional: true),
            Attribute(name: "single", type: .float, isOptional: true),
        ]
        let reading = Entity(
            name: "Reading", attributes: attributes,
            relationships: [Relationship(name: "first", isOptional: true, destinationName: "Reading")])
        let context = try makeContext(ManagedObjectModel(Model(name: "Readings", entities: [reading])))
        for number in [0.1, 1, 2.5] {
            let object = context.insert("Reading", ["real": number, "single": Float(number)])
            object.setValue(object, forKey: "first")
        }
        context.insert("Reading")
        try context.save()
        for key in ["real", "single", "first.real", "first.single"] {
            var request = FetchRequest<ManagedObject>(entityName: "Reading")
            request.sortDescriptors = [ModelSortDescriptor(key: key)]
            let controller = try FetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: key)
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["", "0.1", "1", "2.5"], "\(key)")
        }
    }

    @Test("FRC-4 without a section name key path there is one section, even if it is empty")
    func oneSection() throws {
        var request = request("name")
        request.predicate = try .format("name == 'nobody'")
        let controller = try followed(request)
        #expect(controller.sections?.map(\.numberOfObjects) == [0])
        #expect(controller.fetchedObjects == [])
    }

    @Test("FRC-27 a sort order that doesn't keep sections together fails")
    func sectionOrderMismatch() throws {
        hero("Aquaman", 0)
        let error = #expect(throws: FetchError.self) { try followed(request("name"), sections: "universe") }
        #expect(error?.code == .sectionOrderMismatch)
        #expect(throws: QueryError.self) { try followed(request("name"), sections: "nmae") }
    }

    @Test("FRC-32 and FRC-33 titles are the first letters of the names of sections")
    func titles() throws {
        hero("batgirl", 0)
        let controller = try followed(request("name"), sections: "name")
        #expect(controller.sectionIndexTitles == ["B", "H", "T", "B"])
        #expect(controller.section(forSectionIndexTitle: "H", at: 1) == 1)
        #expect(controller.section(forSectionIndexTitle: "X", at: 0) == nil)
    }

    // MARK: Following

    @Test("FRC-6 and FRC-8 without a delegate the result stays; a later delegate receives changes from then on")
    func withoutDelegate() throws {
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        try controller.performFetch()
        hero("Ant-Man")
        context.processPendingChanges()
        #expect(controller.names == ["Batman", "Hulk", "Thor"])
        controller.delegate = delegate
        hero("Zatanna")
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Zatanna - 0.3", "did"])
    }

    @Test("FRC-7, FRC-9, FRC-11 and FRC-20 an insertion is reported when changes are processed, not before")
    func insertion() throws {
        let controller = try followed(request("name"))
        hero("Flash")
        #expect(delegate.take() == [])
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Flash - 0.1", "did"])
        #expect(delegate.namesBefore == ["Batman", "Hulk", "Thor"])
        #expect(delegate.namesAfter == ["Batman", "Flash", "Hulk", "Thor"])
        #expect(controller.names == delegate.namesAfter)
    }

    @Test("FRC-10 changes that don't affect the result aren't reported")
    func otherChanges() throws {
        var request = request("name")
        request.predicate = try .format("universe == 1")
        let controller = try followed(request)
        Team(context: context).name = "A"
        hero("Loki", 0)
        try find("Hulk").abilities = "more"
        context.processPendingChanges()
        #expect(delegate.take() == [] && controller.names == ["Batman"])
    }

    @Test("FRC-12, FRC-15 and FRC-21 a deletion is reported with its old index path, and shifted rows aren't reported")
    func deletion() throws {
        let controller = try followed(request("name"))
        context.delete(controller.object(at: IndexPath(item: 0, section: 0)))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Batman 0.0 -", "did"])
    }

    @Test("FRC-13, FRC-14, FRC-17 and FRC-45 updates and moves, several at once; a changed sort key is a move")
    func updatesAndMoves() throws {
        let controller = try followed(request("name"))
        try find("Hulk").abilities = "green"
        hero("Ant-Man")
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Ant-Man - 0.0", "update Hulk 0.1 0.2", "did"])
        try find("Ant-Man").name = "Wasp"
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "move Wasp 0.0 0.3", "did"])
        try find("Hulk").name = "Hulka"
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "move Hulka 0.1 0.1", "did"])
        #expect(controller.names == ["Batman", "Hulka", "Thor", "Wasp"])
    }

    @Test("FRC-18, FRC-23 and FRC-25 objects join and leave the result with the predicate, also through relationships")
    func matching() throws {
        let team = Team(context: context)
        team.name = "X"
        try context.save()
        var request = request("name")
        request.predicate = try .format("ANY teams.name == 'X'")
        let controller = try followed(request)
        team.addToHeroes(try find("Thor"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Thor - 0.0", "did"])
        try find("Thor").teams = []
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Thor 0.0 -", "did"])
        #expect(controller.names == [])
    }

    @Test("FRC-24 renaming a team reports nothing about its heroes")
    func otherEntities() throws {
        let team = Team(context: context)
        team.name = "Y"
        team.addToHeroes(try find("Thor"))
        try context.save()
        var request = request("name")
        request.predicate = try .format("ANY teams.name == 'X'")
        let controller = try followed(request)
        team.name = "X"
        context.processPendingChanges()
        #expect(delegate.take() == [])
        try controller.performFetch()
        #expect(controller.names == ["Thor"])
    }

    @Test("FRC-28 to FRC-31 sections appear with their first object and disappear with their last")
    func sectionChanges() throws {
        let controller = try followed(request("universe", "name"), sections: "universe")
        hero("Spawn", 7)
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert section 7 2", "insert Spawn - 2.0", "did"])
        context.delete(try find("Batman"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete section 1 1", "delete Batman 1.0 -", "did"])
        try find("Thor").universe = 7
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "move Thor 0.1 1.1", "did"])
        #expect(controller.sections?.map(\.name) == ["0", "7"])
    }

    @Test("FRC-22 two controllers get their own changes")
    func twoControllers() throws {
        var marvel = request("name")
        marvel.predicate = try .format("universe == 0")
        let first = try followed(marvel)
        let other = RecordingDelegate()
        let second = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        second.delegate = other
        try second.performFetch()
        hero("Joker", 1)
        context.processPendingChanges()
        #expect(delegate.take() == [] && other.take() == ["will", "insert Joker - 0.2", "did"])
        #expect(first !== second)
    }

    @Test("FRC-36 another context's save is reported when it is merged")
    func merging() throws {
        let controller = try followed(request("name"))
        let other = container.newContext()
        hero("Flash", 1, in: other)
        let request = try FetchRequest<Superhero>(predicate: .format("name == 'Hulk'"))
        try #require(try other.fetch(request).first).name = "Zulk"
        let batman = try FetchRequest<Superhero>(predicate: .format("name == 'Batman'"))
        other.delete(try #require(try other.fetch(batman).first))
        var saved: SavedObjectIDs?
        let observation = other.observe { event in
            if case .didSave(let objects) = event { saved = objects.objectIDs }
        }
        try other.save()
        observation.cancel()
        context.mergeChanges(from: try #require(saved))
        #expect(controller.names == ["Flash", "Thor", "Zulk"])
        #expect(
            delegate.take() == ["will", "delete Batman 0.0 -", "insert Flash - 0.0", "move Zulk 0.1 0.2", "did"])
    }

    @Test("A refreshed object that others have deleted isn't in the result", arguments: [false, true])
    func refreshingADeletedObject(merges: Bool) throws {
        context.automaticallyMergesChangesFromParent = merges
        let controller = try followed(request("name"))
        // A program that shows the object may hold it.
        let hulk = try find("Hulk")
        let other = container.newContext()
        other.delete(try other.existingObject(with: hulk.objectID))
        try other.save()
        context.processPendingChanges()
        #expect(controller.names == (merges ? ["Batman", "Thor"] : ["Batman", "Hulk", "Thor"]))
        context.refreshAllObjects()
        #expect(controller.names == ["Batman", "Thor"])
        context.refresh(hulk, mergeChanges: true)
        context.processPendingChanges()
        #expect(controller.names == ["Batman", "Thor"])
        #expect(controller.trackingError == nil)
    }

    @Test("An object that others delete, and that a child saves again, stays in the result")
    func savingADeletedObjectInAChild() throws {
        context.automaticallyMergesChangesFromParent = true
        context.mergePolicy = .mergeByPropertyObjectTrump
        let controller = try followed(request("name"))
        let child = ManagedObjectContext(parent: context)
        child.mergePolicy = .mergeByPropertyObjectTrump
        let hulk = child.counterpart(of: try find("Hulk"))
        hulk.name = "Zulk"
        let other = container.newContext()
        other.delete(try other.existingObject(with: hulk.objectID))
        try other.save()
        // The parent merges the deletion first.
        try child.save()
        #expect(controller.names == ["Batman", "Thor", "Zulk"])
        #expect(delegate.take() == ["will", "move Zulk 0.1 0.2", "did"])
        try context.save()
        #expect(controller.fetchedObjects == (try context.fetch(request("name"))))
    }

    @Test(
        "FRC-18 and FRC-36 an object that others change joins the result, also if the context has not read it",
        arguments: [false, true])
    func joining(inChild: Bool) throws {
        context.automaticallyMergesChangesFromParent = true
        let showing = inChild ? ManagedObjectContext(parent: context) : context
        showing.automaticallyMergesChangesFromParent = true
        var request = request("name")
        request.predicate = try .format("universe == 7")
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: showing)
        controller.delegate = delegate
        try controller.performFetch()
        let other = container.newContext()
        let heroes = try other.fetch(FetchRequest<Superhero>())
        let hulk = try #require(heroes.first { $0.name == "Hulk" })
        #expect(controller.names == [] && context.registeredObject(for: hulk.objectID) == nil)
        // One that still does not match is not reported.
        for hero in heroes where hero.name != "Batman" { hero.universe = hero === hulk ? 7 : 6 }
        try other.save()
        context.processPendingChanges()
        #expect(controller.names == ["Hulk"])
        #expect(delegate.take() == ["will", "insert Hulk - 0.0", "did"])
        hulk.universe = 8
        try other.save()
        context.processPendingChanges()
        #expect(controller.names == [] && delegate.take() == ["will", "delete Hulk 0.0 -", "did"])
    }

    @Test("FRC-16, FRC-36 and CNF-4 values of others that a save merges move their rows, after the save")
    func mergingInASave() throws {
        let controller = try followed(request("universe", "name"))
        let hulk = try find("Hulk")
        #expect(hulk.universe == 0)
        let other = try context.sibling()
        try #require(try other.own(hulk)).universe = 5
        try other.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        hulk.abilities = "green"
        context.processPendingChanges()
        _ = delegate.take()
        var events: [String] = []
        let observation = context.observe { event in
            switch event {
            case .objectsDidChange(let change): events.append("refreshed \(change.refreshed == [hulk])")
            case .willSave: events.append("willSave")
            case .didSave: events.append("didSave")
            case .didFailToRead(let error): Issue.record(error)
            }
        }
        try context.save()
        #expect(hulk.universe == 5)
        #expect(delegate.take() == ["will", "move Hulk 0.0 0.2", "did"])
        #expect(controller.fetchedObjects == (try context.fetch(controller.fetchRequest)))
        context.processPendingChanges()
        #expect(events == ["willSave", "didSave", "refreshed true"] && delegate.take() == [])
        observation.cancel()
    }

    @Test("FRC-16 values that validation sets in a save move their rows", arguments: [false, true])
    func validatingInASave(isAsynchronous: Bool) async throws {
        let context = try makeContext(.rules)
        let notes = [RuleNote(context: context), RuleNote(context: context)]
        (notes[0].rank, notes[1].rank) = (1, 2)
        try context.save()
        var request = FetchRequest<RuleNote>()
        request.sortDescriptors = [ModelSortDescriptor(key: "rank")]
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let snapshots = controller.snapshots
        try controller.performFetch()
        notes[0].whenValidating = { $0.rank = 3 }
        notes[0].title = "New"
        if isAsynchronous { try await context.saveAsynchronously() } else { try context.save() }
        #expect(notes[0].rank == 3 && !context.hasChanges)
        #expect(controller.fetchedObjects == [notes[1], notes[0]])
        // New objects, too.
        let new = RuleNote(context: context)
        new.whenValidating = { $0.rank = 1 }
        if isAsynchronous { try await context.saveAsynchronously() } else { try context.save() }
        #expect(controller.fetchedObjects == [new, notes[1], notes[0]])
        withExtendedLifetime(snapshots) {}
    }

    @Test("FRC-16 and DRV-2 values that a save derives move their rows")
    func derivingInASave() throws {
        let context = try Office.context()
        let notebooks = [context.insert("Notebook"), context.insert("Notebook")]
        context.insert("Note", ["notebook": notebooks[1]])
        try context.save()
        let request = FetchRequest<ManagedObject>(
            entityName: "Notebook", sortDescriptors: [ModelSortDescriptor(key: "noteCount")])
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let snapshots = controller.snapshots
        try controller.performFetch()
        #expect(controller.fetchedObjects == notebooks)
        for _ in 0..<2 { context.insert("Note", ["notebook": notebooks[0]]) }
        try context.save()
        #expect(controller.fetchedObjects == [notebooks[1], notebooks[0]])
        withExtendedLifetime(snapshots) {}
    }

    @Test("FRC-16 after an update that fails, the result stays as it is until the next fetch")
    func failedUpdate() throws {
        let controller = try followed(request("name"), sections: "universe")
        // The objects of universe 0 are no longer next to each other.
        let aquaman = hero("Aquaman", 0)
        hero("Wasp", 0)
        context.processPendingChanges()
        #expect(controller.trackingError != nil)
        hero("Zatanna", 0)
        try context.save()
        #expect(delegate.take() == [] && controller.names == ["Batman", "Hulk", "Thor"])
        #expect(throws: FetchError.self) { try controller.performFetch() }
        controller.delegate = nil
        controller.delegate = delegate
        hero("Zorro", 0)
        context.processPendingChanges()
        #expect(delegate.take() == [] && controller.names == ["Batman", "Hulk", "Thor"])
        aquaman.universe = 1
        try controller.performFetch()
        #expect(controller.trackingError == nil)
        #expect(controller.names == ["Aquaman", "Batman", "Hulk", "Thor", "Wasp", "Zatanna", "Zorro"])
        context.delete(try find("Wasp"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Wasp 1.2 -", "update Aquaman 0.0 0.0", "did"])
    }

    @Test("FRC-37 after a reset, the controller needs another fetch")
    func reset() throws {
        let controller = try followed(request("name"))
        context.reset()
        #expect(delegate.take() == [] && controller.fetchedObjects == nil)
        try controller.performFetch()
        #expect(controller.names == ["Batman", "Hulk", "Thor"])
        hero("Ant-Man")
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Ant-Man - 0.0", "did"])
    }

    @Test("FRC-38 another predicate takes effect at the next fetch, which reports nothing")
    func changedRequest() throws {
        let controller = try followed(request("name"))
        controller.fetchRequest.predicate = try .format("universe == 1")
        hero("Ant-Man")
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "insert Ant-Man - 0.0", "did"])
        try controller.performFetch()
        #expect(delegate.take() == [] && controller.names == ["Batman"])
    }

    @Test("FRC-39 a rollback reports the reverse")
    func rollback() throws {
        let controller = try followed(request("name"))
        hero("Ant-Man")
        context.delete(try find("Thor"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Thor 0.2 -", "insert Ant-Man - 0.0", "did"])
        context.rollback()
        #expect(delegate.take() == ["will", "delete Ant-Man 0.0 -", "insert Thor - 0.2", "did"])
        #expect(controller.names == ["Batman", "Hulk", "Thor"])
    }

    @Test("FRC-40 the limit holds when objects come and go")
    func limit() throws {
        var request = request("name")
        request.fetchLimit = 2
        let controller = try followed(request)
        #expect(controller.names == ["Batman", "Hulk"])
        hero("Ant-Man")
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Hulk 0.1 -", "insert Ant-Man - 0.0", "did"])
        context.delete(try find("Batman"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete Batman 0.1 -", "insert Hulk - 0.1", "did"])
        #expect(controller.object(at: IndexPath(item: 1, section: 0)).name == "Hulk")
        #expect(controller.indexPath(forObject: try find("Thor")) == nil)
    }

    @Test("FRC-40 the greatest limit is no limit, also after an offset")
    func maximumLimit() throws {
        var request = request("name")
        request.fetchOffset = 1
        request.fetchLimit = .max
        let controller = try followed(request)
        #expect(controller.names == ["Hulk", "Thor"])
        request.fetchOffset = .max
        request.fetchLimit = 1
        #expect(try followed(request).names == [])
    }

    @Test("FRC-41 a delegate for snapshots receives only snapshots, also after a fetch")
    func snapshots() throws {
        delegate.reporting = .snapshots
        let controller = try followed(request("universe", "name"), sections: "universe")
        hero("Spawn", 7)
        try context.save()
        #expect(delegate.take() == [] && delegate.snapshots.count >= 2)
        #expect(delegate.snapshots.first?.sections.map(\.name) == ["0", "1"])
        #expect(delegate.snapshots.last?.sections.map(\.name) == ["0", "1", "7"])
        #expect(controller.snapshot?.objectIDs == controller.fetchedObjects?.map(\.objectID))
    }

    @Test("FRC-41 and ID-1 a save that makes identities permanent reports a snapshot with them, once")
    func snapshotsOfSaves() async throws {
        delegate.reporting = .snapshots
        var request = request("name")
        request.fetchLimit = 4
        let controller = try followed(request)
        var snapshots = controller.snapshots.makeAsyncIterator()
        let flash = hero("Flash")
        context.processPendingChanges()
        #expect(delegate.snapshots.count == 2 && flash.objectID.isTemporaryID)
        try context.save()
        #expect(delegate.snapshots.count == 3)
        let saved = try #require(delegate.snapshots.last)
        #expect(saved.objectIDs == controller.fetchedObjects?.map(\.objectID))
        #expect(saved.objectIDs.contains(flash.objectID) && !flash.objectID.isTemporaryID)
        #expect(await snapshots.next()?.objectIDs == saved.objectIDs)
        // Neither an object outside the result, nor one beyond its limit.
        Team(context: context).name = "A"
        hero("Zorro")
        try context.save()
        #expect(delegate.snapshots.count == 3)
        let arrow = hero("Arrow")
        context.processPendingChanges()
        try context.obtainPermanentIDs(for: [arrow])
        #expect(delegate.snapshots.count == 5)
        #expect(delegate.snapshots.last?.objectIDs.first == arrow.objectID)
        try context.save()
        #expect(delegate.snapshots.count == 5)
    }

    @Test("FRC-42 differences of identities turn the old into the new")
    func differences() throws {
        delegate.reporting = .differences
        let controller = try followed(request("name"))
        let before = try #require(controller.snapshot?.objectIDs)
        hero("Ant-Man")
        try find("Batman").name = "Zorro"
        context.delete(try find("Hulk"))
        context.processPendingChanges()
        let difference = try #require(delegate.differences.first)
        #expect(before.applying(difference) == controller.snapshot?.objectIDs)
        #expect(delegate.take() == [])
    }

    @Test("FRC-42 a save that makes identities permanent reports a difference with them")
    func differencesOfSaves() throws {
        delegate.reporting = .differences
        let controller = try followed(request("name"))
        var shown = try #require(controller.snapshot?.objectIDs)
        let flash = hero("Flash")
        context.processPendingChanges()
        let temporary = flash.objectID
        try context.save()
        #expect(temporary.isTemporaryID && !flash.objectID.isTemporaryID)
        try #require(delegate.differences.count == 2)
        let last = delegate.differences[1]
        #expect(last.removals == [.remove(offset: 1, element: temporary, associatedWith: nil)])
        #expect(last.insertions == [.insert(offset: 1, element: flash.objectID, associatedWith: nil)])
        // An object outside the result is no difference.
        Team(context: context).name = "A"
        try context.save()
        #expect(delegate.differences.count == 2)
        // Together with other changes, because the delegate was not there when the ID became permanent.
        hero("Arrow")
        context.processPendingChanges()
        controller.delegate = nil
        try context.save()
        controller.delegate = delegate
        context.delete(try find("Batman"))
        flash.name = "Zatanna"
        context.processPendingChanges()
        #expect(delegate.differences.count == 4)
        for difference in delegate.differences { shown = try #require(shown.applying(difference)) }
        #expect(shown == controller.fetchedObjects?.map(\.objectID))
        #expect(controller.names == ["Arrow", "Hulk", "Thor", "Zatanna"] && delegate.take() == [])
    }

    @Test("FRC-43 a save keeps the places of new objects")
    func saving() throws {
        var request = request("universe")
        request.sortDescriptors = [ModelSortDescriptor(key: "universe")]
        let controller = try followed(request)
        for name in ["a", "b", "c"] { hero(name) }
        context.processPendingChanges()
        let before = controller.names
        _ = delegate.take()
        try context.save()
        #expect(controller.names == before && delegate.take() == [])
        context.delete(try find("b"))
        context.processPendingChanges()
        #expect(delegate.take() == ["will", "delete b 0.3 -", "did"])
    }

    /// Changes the second of two objects with equal sort values, after which both are where they were.
    private func expectPlaces(
        of pair: (Superhero, Superhero), in controller: FetchedResultsController<Superhero>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        pair.1.abilities = (pair.1.abilities ?? "") + "more"
        controller.managedObjectContext.processPendingChanges()
        #expect(delegate.take() == ["will", "update x 0.4 0.4", "did"], sourceLocation: sourceLocation)
        #expect(controller.fetchedObjects?.suffix(2) == [pair.0, pair.1], sourceLocation: sourceLocation)
    }

    @Test("FRC-13, FRC-40 and FRC-43 a result with a limit keeps the places of objects that a save makes permanent")
    func savingWithinALimit() throws {
        var request = request("name")
        request.fetchLimit = 10
        let controller = try followed(request)
        let pair = (hero("x"), hero("x"))
        try context.save()
        #expect(delegate.take() == ["will", "insert x - 0.3", "insert x - 0.4", "did"])
        expectPlaces(of: pair, in: controller)
    }

    @Test("FRC-13 and FRC-43 objects of a child keep their places when its parent makes their identities permanent")
    func savingTheParent() throws {
        let child = ManagedObjectContext(parent: context)
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: child)
        controller.delegate = delegate
        try controller.performFetch()
        let pair = (hero("x", in: child), hero("x", in: child))
        try child.save()
        _ = delegate.take()
        try context.save()
        #expect(delegate.take() == [] && !pair.1.objectID.isTemporaryID)
        expectPlaces(of: pair, in: controller)
    }

    @Test("FRC-8 and FRC-43 a delegate that is set after a save finds the new objects at their places")
    func savingBeforeFollowing() throws {
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        let pair = (hero("x"), hero("x"))
        context.processPendingChanges()
        try controller.performFetch()
        try context.save()
        controller.delegate = delegate
        expectPlaces(of: pair, in: controller)
        controller.delegate = nil
        controller.delegate = delegate
        expectPlaces(of: pair, in: controller)
    }

    @Test("FRC-16 and FRC-43 permanent identities without a save place new objects as a fetch does")
    func obtainingIDs() throws {
        let controller = try followed(request("name"))
        let pair = (hero("x"), hero("x"))
        context.processPendingChanges()
        _ = delegate.take()
        try context.obtainPermanentIDs(for: [pair.1])
        #expect(delegate.take() == ["will", "move x 0.4 0.3", "did"])
        #expect(controller.fetchedObjects == (try context.fetch(request("name", "self"))))
        try context.obtainPermanentIDs(for: [pair.0])
        #expect(delegate.take() == [])
        expectPlaces(of: (pair.1, pair.0), in: controller)
        try context.save()
        expectPlaces(of: (pair.1, pair.0), in: controller)
    }

    @Test("FRC-34 and FRC-35 sections are cached by name while they match the result")
    func caches() throws {
        let name = "heroes of \(#function)"
        func sections(in context: ManagedObjectContext, _ format: String = "TRUEPREDICATE") throws -> [String] {
            var request = request("universe", "name")
            request.predicate = try .format(format)
            let controller = try FetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: name)
            try controller.performFetch()
            return (controller.sections ?? []).map { "\($0.name): \($0.numberOfObjects)" }
        }
        #expect(try sections(in: context) == ["0: 2", "1: 1"])
        let kept = try #require(SectionCache.shared[name])
        #expect(kept.names == ["0", "1"] && kept.counts == [2, 1])
        // What is kept is used: here it is made to differ from what the objects say.
        SectionCache.shared[name] = CachedSections(key: kept.key, names: ["zero", "one"], counts: [2, 1])
        #expect(try sections(in: context.sibling()) == ["zero: 2", "one: 1"])
        // Not for other objects, for changes, nor for values that others have saved and this context has not read.
        #expect(try sections(in: context, "universe == 0") == ["0: 2"])
        let hulk = try find("Hulk")
        let other = try context.sibling()
        try #require(try other.own(hulk)).universe = 1
        #expect(hulk.universe == 0)
        try other.save()
        #expect(try sections(in: other) == ["0: 1", "1: 2"])
        context.refresh(hulk, mergeChanges: false)
        #expect(try sections(in: context) == ["0: 1", "1: 2"])
        FetchedResultsController<Superhero>.deleteCache(withName: name)
        #expect(SectionCache.shared[name] == nil)
    }

    @Test("FRC-19 the numbers of the kinds of changes")
    func changeTypes() {
        #expect(FetchedResultsChangeType.allCases.map { "\($0)" } == ["insert", "delete", "move", "update"])
        #expect(FetchedResultsChangeType.allCases.map(\.rawValue) == [1, 2, 3, 4])
    }

    @Test("FRC-46 a batch request is not seen before it is merged")
    func batches() throws {
        let controller = try followed(request("name"))
        var batch = BatchInsertRequest(entityName: "Superhero", objects: [["name": "Flash"]])
        batch.resultType = .objectIDs
        guard case .objectIDs(let inserted) = try context.execute(batch) else {
            throw CocoaError(.featureUnsupported)
        }
        context.processPendingChanges()
        #expect(delegate.take() == [] && controller.names == ["Batman", "Hulk", "Thor"])
        context.mergeChanges(from: SavedObjectIDs(inserted: Set(inserted)))
        #expect(delegate.take() == ["will", "insert Flash - 0.1", "did"])
    }

    @Test("FRC-44 a deletion that cascades is reported once, with each child that was shown")
    func cascades() throws {
        let context = try makeContext(.rules)
        let notebook = RuleNotebook(context: context)
        for number in 0..<3 {
            let page = RulePage(context: context)
            page.setValue(number, forKey: "number")
            page.setValue(notebook, forKey: "notebook")
        }
        RulePage(context: context).setValue(7, forKey: "number")
        try context.save()
        var request = FetchRequest<RulePage>()
        request.sortDescriptors = [ModelSortDescriptor(key: "number")]
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        let delegate = PageDelegate()
        controller.delegate = delegate
        try controller.performFetch()
        context.delete(notebook)
        context.processPendingChanges()
        #expect(delegate.calls == ["will", "delete 0", "delete 1", "delete 2", "did"])
        #expect(controller.fetchedObjects?.count == 1)
    }

    @Test("A controller does not keep its delegate alive")
    func aDelegateIsNotKeptAlive() throws {
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        var other: RecordingDelegate? = RecordingDelegate()
        controller.delegate = other
        #expect(controller.delegate != nil)
        other = nil
        #expect(controller.delegate == nil)
    }

    #if compiler(>=6.2)
        @Test("FRC-5 an index path outside the result")
        func unknownPaths() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try makeContext()
                var request = Superhero.fetchRequest()
                request.sortDescriptors = [ModelSortDescriptor(key: "name")]
                let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
                try controller.performFetch()
                _ = controller.object(at: IndexPath(item: 0, section: 0))
            }
            #expect(
                result?.fatalMessage
                    == "the result has no object at [0, 0]; perform the fetch, and check the sections")
        }
    #endif

    @Test("Sort descriptors on computed values are compared by Foundation")
    func foundationComparesWhatIsNotStored() throws {
        var request = Superhero.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.name?.count), SortDescriptor(\.name)]
        let controller = try followed(request)
        #expect(controller.names == ["Hulk", "Thor", "Batman"])
        hero("Flash")
        try find("Hulk").name = "The incredible Hulk"
        context.processPendingChanges()
        #expect(
            delegate.take() == ["will", "insert Flash - 0.1", "move The incredible Hulk 0.0 0.3", "did"])
        #expect(delegate.namesBefore.count == 3 && delegate.namesAfter.count == 4)
    }

    @Test("The latest snapshot can be awaited")
    func theLatestSnapshotCanBeAwaited() async throws {
        let controller = try FetchedResultsController(fetchRequest: request("name"), managedObjectContext: context)
        try controller.performFetch()
        var snapshots = controller.snapshots.makeAsyncIterator()
        #expect(await snapshots.next()?.objectIDs.count == 3)
        hero("Flash")
        context.processPendingChanges()
        #expect(await snapshots.next()?.objectIDs.count == 4)
    }

    @Test("FRC-16 and FRC-20 whatever happens, the result matches a fetch", arguments: randomSeeds)
    func random(seed: UInt64) throws {
        print("FetchedResultsControllerTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        var request = request("universe", "name")
        request.predicate = try .format("abilities != 'hidden'")
        let controller = try followed(request, sections: "universe")
        for step in 0..<60 {
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let all = try context.fetch(Superhero.fetchRequest())
                let some = all.randomElement(using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: hero("\(Int.random(in: 0..<9, using: &generator))", Int32.random(in: 0..<4, using: &generator))
                case 1: if let some { context.delete(some) }
                case 2: some?.universe = Int32.random(in: 0..<4, using: &generator)
                case 3: some?.name = "\(Int.random(in: 0..<9, using: &generator))"
                case 4: some?.abilities = Bool.random(using: &generator) ? "hidden" : "shown"
                default: if Bool.random(using: &generator) { context.rollback() } else { try context.save() }
                }
            }
            if step % 3 == 0 { context.processPendingChanges() } else { try context.save() }
            var fresh = controller.fetchRequest
            fresh.sortDescriptors.append(ModelSortDescriptor(key: "self"))
            #expect(controller.fetchedObjects == (try context.fetch(fresh)), "step \(step)")
            #expect(controller.trackingError == nil)
        }
    }

    @Test("NTF-11 and FRC-18 a controller has what others have changed to match, in however many saves that was")
    func manySavesAfterAChange() throws {
        context.automaticallyMergesChangesFromParent = true
        var request = request("name")
        request.predicate = try .format("universe == 7")
        let controller = try followed(request)
        let others = container.newContext()
        let hulk = try #require(try others.fetch(FetchRequest<Superhero>()).first { $0.name == "Hulk" })
        hulk.universe = 7
        try others.save()
        // More than the coordinator remembers.
        for number in 0..<300 {
            hero("\(number)", in: others)
            try others.save()
        }
        context.processPendingChanges()
        #expect(controller.names == ["Hulk"])
    }

    @Test("NTF-11 and FRC-36 a controller has all that others have inserted, in however many saves that was")
    func manySavesOfOthers() throws {
        context.automaticallyMergesChangesFromParent = true
        let controller = try followed(request("name"))
        var inserted: Set<ManagedObject> = []
        let observation = context.observe { event in
            if case .objectsDidChange(let change) = event { inserted.formUnion(change.inserted) }
        }
        let others = container.newContext()
        // More than the coordinator remembers.
        for number in 0..<300 {
            hero("\(number)", in: others)
            try others.save()
        }
        context.processPendingChanges()
        #expect(controller.fetchedObjects?.count == 303)
        if TestedStoreDescription.isResident { #expect(inserted.count == 300) }
        observation.cancel()
    }
}

/// Writes down what becomes of pages.
private final class PageDelegate: FetchedResultsControllerDelegate {
    typealias Object = RulePage

    private(set) var calls: [String] = []

    func controllerWillChangeContent(_ controller: FetchedResultsController<RulePage>) { calls.append("will") }

    func controller(
        _ controller: FetchedResultsController<RulePage>, didChange object: RulePage, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        calls.append("\(type) \(indexPath?.item ?? -1)")
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<RulePage>) { calls.append("did") }
}
