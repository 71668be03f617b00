import Foundation
import ObjectGraph
import Testing

/// What a context does while its store fails.
enum FailingOperation: String, CaseIterable {
    case save, saveUnique, saveMerging, saveUniting, saveDeletion, saveWaitingDeletion, savePropagatingLater,
        saveChild, saveChildOfDeleted, deletionInChild
    case saveWithHistory, automaticMerge, merge, refresh, refreshAll, deletion, undo, redo, detectConflicts
    case fetch, fetchFollowing, fetchPrefetching, fetchValues, fetchInChild, fetchIDs, fetchBatches, fetchedProperty
    case count, dictionaries, distinct, decoded, groups, results, followingResults, sorted, evaluate
    case fetchAsynchronously, decodeAsynchronously, countAsynchronously, loadAsynchronously
    case existingObject, missingObject, permanentIDs, rollback, load, pin, batchUpdate, batchDelete, batchInsert
    case startHistory, readHistory, readHistoryOfObject, deleteHistory, open, addStore, removeStore

    /// Whether the operation begins with deletions that have waited for it, and stay if it fails.
    var appliesWaitingDeletions: Bool { self == .saveWaitingDeletion || self == .savePropagatingLater }

    /// Whether the operation merges what others have saved. If the store cannot say that there is something, the next
    /// one merges it.
    var followsOthers: Bool { self == .automaticMerge || self == .followingResults }

    /// Whether the operation calls the store. A history that the store does not record is in memory.
    func callsStore(of kind: FailingScene.Kind) -> Bool {
        switch self {
        case .saveChild, .saveChildOfDeleted, .rollback: false
        case .startHistory, .readHistory, .readHistoryOfObject, .deleteHistory: kind == .database
        default: true
        }
    }

    /// Whether the store records a history from the beginning.
    fileprivate var needsHistory: Bool {
        [.saveWithHistory, .readHistory, .readHistoryOfObject, .deleteHistory].contains(self)
    }
}

/// Two contexts, of which the second one does something while its store fails.
final class FailingScene {
    /// The store of the contexts.
    enum Kind: CaseIterable {
        /// One without optional capabilities, which both contexts share.
        case plain
        /// One with all optional capabilities. The first context belongs to another program with the same database.
        case database
    }

    let kind: Kind
    /// Counts the calls of the second context, and fails.
    private let calls: InstrumentedStore
    private let store: any PersistentStore
    /// What both programs share; nil for a store of one program.
    private let database: SharedDatabase?
    let container: PersistentContainer
    let others: ManagedObjectContext
    let context: ManagedObjectContext
    private(set) var child: ManagedObjectContext?
    private var saved: SavedObjectIDs?
    private var objects: [String: ManagedObject] = [:]
    private var errors: [any Error] = []
    private var observations: [ContextObservation] = []
    private let operation: FailingOperation
    private let model: ManagedObjectModel
    /// A store of the container beside the failing one.
    private var addedStore: (any PersistentStore)?
    private var controller: FetchedResultsController<ManagedObject>?
    private let listener = Listener()
    private var token: PersistentHistoryToken?

    /// Has a controller keep its result up to date.
    private final class Listener: FetchedResultsControllerDelegate {
        func controllerDidChangeContent(_ controller: FetchedResultsController<ManagedObject>) {}
    }

    init(_ operation: FailingOperation, _ kind: Kind) throws {
        self.operation = operation
        self.kind = kind
        model = operation == .fetchedProperty ? MeetingModel.fetching : MeetingModel.model
        switch kind {
        case .plain:
            calls = InstrumentedStore(model: model)
            (store, database) = (calls, nil)
            container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
            others = container.newContext()
        case .database:
            let (database, store) = Self.openDatabase(of: model)
            (self.database, self.store, calls) = (database, store, store.program.calls)
            container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
            others = try PersistentContainer(model: model, store: OpenStoreDescription(DatabaseStore(database)))
                .newContext()
        }
        context = container.newContext()
        if operation.needsHistory { try container.persistentStoreCoordinator.setTracksHistory(true) }
        let person = others.insert("Person", ["name": "owner"])
        let playlists = (0..<2).map { others.insert("Playlist", ["name": "\($0)", "owner": person]) }
        let tracks = (0..<3).map { others.insert("Track", ["name": "\($0)", "playlist": playlists[0]]) }
        let tag = others.insert("Tag", ["name": "A"])
        tag.mutableSetValue(forKey: "tracks").insert(tracks[0])
        let label = others.insert("Label", ["name": "L"])
        playlists[1].setValue(label, forKey: "label")
        try others.save()
        // A program learns of another one's saves when it asks.
        if kind == .database { _ = try context.count(for: FetchRequest<ManagedObject>(entityName: "Track")) }
        let named = [
            ("person", person), ("first", playlists[0]), ("second", playlists[1]), ("tag", tag), ("label", label),
        ]
        for (name, object) in named + tracks.enumerated().map({ ("track\($0)", $1) }) {
            objects[name] = context.object(with: object.objectID)
        }
        observeErrors(of: context)
        try prepare()
        if let child { observeErrors(of: child) }
    }

    private static func openDatabase(of model: ManagedObjectModel) -> (SharedDatabase, DatabaseStore) {
        let database = SharedDatabase(model: model)
        return (database, DatabaseStore(database))
    }

    private func observeErrors(of context: ManagedObjectContext) {
        observations.append(
            context.observe { [weak self] event in
                if case .didFailToRead(let error) = event { self?.errors.append(error) }
            })
    }

    private func own(_ name: String) throws -> ManagedObject { try #require(objects[name]) }
    private func theirs(_ name: String) throws -> ManagedObject { others.twin(try own(name)) }

    /// Does what comes before the operation.
    private func prepare() throws {
        switch operation {
        case .save, .saveWithHistory, .permanentIDs:
            let new = context.insert("Track", ["name": "new", "playlist": try own("first")])
            try own("tag").mutableSetValue(forKey: "tracks").insert(new)
            if operation == .saveWithHistory { context.delete(try own("track1")) }
        case .saveUnique: try own("tag").setValue("B", forKey: "name")
        case .saveMerging:
            context.mergePolicy = .mergeByPropertyObjectTrump
            try own("track0").setValue(Int64(1), forKey: "number")
            try own("second").mutableSetValue(forKey: "tracks").insert(try own("track1"))
            try theirs("track0").setValue("theirs", forKey: "name")
            try theirs("first").mutableSetValue(forKey: "mixes").insert(try theirs("track1"))
            try others.save()
        case .saveUniting:
            context.mergePolicy = .mergeByPropertyStoreTrump
            context.insert("Tag", ["name": "B"]).mutableSetValue(forKey: "tracks").insert(try own("track1"))
            others.insert("Tag", ["name": "B"]).mutableSetValue(forKey: "tracks").insert(try theirs("track2"))
            try others.save()
        case .saveDeletion: context.delete(try own("person"))
        case .saveWaitingDeletion:
            calls.failCalls(after: 0)
            context.delete(try own("person"))
            calls.failCalls(after: nil)
            #expect(errors.count == 1 && !context.hasChanges)
            errors = []
        case .savePropagatingLater:
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(try own("person"))
        case .saveChild:
            let child = ManagedObjectContext(parent: context)
            self.child = child
            child.twin(try own("track0")).setValue(Int64(2), forKey: "number")
            child.twin(try own("second")).mutableSetValue(forKey: "tracks").insert(child.twin(try own("track1")))
            child.delete(child.twin(try own("tag")))
            child.insert("Track", ["name": "new"])
        case .saveChildOfDeleted:
            let child = ManagedObjectContext(parent: context)
            self.child = child
            child.mergePolicy = .overwrite
            child.twin(try own("track0")).setValue(Int64(2), forKey: "number")
            child.twin(try own("second")).setValue("changed", forKey: "name")
            context.delete(try own("track0"))
            others.delete(try theirs("second"))
            try others.save()
        case .deletionInChild:
            try own("second").mutableSetValue(forKey: "tracks").insert(try own("track1"))
            try own("first").setValue("changed", forKey: "name")
            child = ManagedObjectContext(parent: context)
        case .missingObject:
            others.delete(try theirs("track2"))
            try others.save()
        case .rollback:
            try own("track0").setValue(Int64(1), forKey: "number")
            try own("second").mutableSetValue(forKey: "tracks").insert(try own("track1"))
            context.delete(try own("tag"))
        case .automaticMerge, .merge:
            context.automaticallyMergesChangesFromParent = operation == .automaticMerge
            try own("track0").setValue(Int64(1), forKey: "number")
            _ = try (own("track1").value(forKey: "name"), own("track2").value(forKey: "name"))
            let observation = others.observe { [weak self] event in
                if case .didSave(let saved) = event { self?.saved = saved.objectIDs }
            }
            try theirs("track0").setValue("theirs", forKey: "name")
            try theirs("track1").setValue("theirs", forKey: "name")
            others.delete(try theirs("track2"))
            others.insert("Track", ["name": "new", "playlist": try theirs("second")])
            try withExtendedLifetime(observation) { try others.save() }
        case .refresh, .refreshAll:
            try own("track0").setValue(Int64(1), forKey: "number")
            try own("second").mutableSetValue(forKey: "tracks").insert(try own("track1"))
            try theirs("track0").setValue("theirs", forKey: "name")
            try others.save()
        case .undo, .redo:
            context.undoHistory = UndoHistory()
            try own("track0").setValue(Int64(1), forKey: "number")
            try own("second").mutableSetValue(forKey: "tracks").insert(try own("track1"))
            context.processPendingChanges()
            if operation == .redo { context.undo() } else { try context.save() }
            for name in ["track0", "track1", "first", "second"] {
                context.refresh(try own(name), mergeChanges: false)
            }
            context.processPendingChanges()
        case .fetchInChild:
            try own("track0").setValue(Int64(1), forKey: "number")
            child = ManagedObjectContext(parent: context)
        case .followingResults:
            context.automaticallyMergesChangesFromParent = true
            let request = FetchRequest<ManagedObject>(
                entityName: "Track", sortDescriptors: [ModelSortDescriptor(key: "name")])
            let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
            controller.delegate = listener
            try controller.performFetch()
            self.controller = controller
            try theirs("track0").setValue("renamed", forKey: "name")
            others.delete(try theirs("track2"))
            others.insert("Track", ["name": "new", "playlist": try theirs("second")])
            try others.save()
        case .deleteHistory:
            try theirs("track0").setValue("renamed", forKey: "name")
            try others.save()
            token = container.persistentStoreCoordinator.currentPersistentHistoryToken
        case .removeStore: addedStore = try addStore()
        case .deletion, .detectConflicts, .fetch, .fetchFollowing, .fetchPrefetching, .fetchValues, .fetchIDs,
            .fetchBatches, .fetchedProperty, .count, .dictionaries, .distinct, .decoded, .groups, .results, .sorted,
            .evaluate, .fetchAsynchronously, .decodeAsynchronously, .countAsynchronously, .loadAsynchronously,
            .existingObject, .load, .pin, .batchUpdate, .batchDelete, .batchInsert, .startHistory, .readHistory,
            .readHistoryOfObject, .open, .addStore:
            break
        }
    }

    /// Does the operation, and returns what it answers.
    func take() async throws -> String {
        let tracks = FetchRequest<ManagedObject>(entityName: "Track")
        switch operation {
        case .save, .saveUnique, .saveMerging, .saveUniting, .saveDeletion, .saveWaitingDeletion,
            .savePropagatingLater, .saveWithHistory:
            try context.save()
        case .saveChild, .saveChildOfDeleted: try child?.save()
        case .deletionInChild:
            let child = try #require(child)
            child.delete(child.twin(try own("person")))
        case .automaticMerge: context.processPendingChanges()
        case .merge: context.mergeChanges(from: try #require(saved))
        case .refresh: context.refresh(try own("track0"), mergeChanges: true)
        case .refreshAll: context.refreshAllObjects()
        case .deletion: context.delete(try own("person"))
        case .undo: context.undo()
        case .redo: context.redo()
        case .fetch: return try texts("Track", "number == nil")
        case .fetchFollowing: return try texts("Track", "ANY tags.name == 'A' OR playlist.owner.name == 'owner'")
        case .fetchPrefetching:
            let request = FetchRequest<ManagedObject>(entityName: "Playlist")
            var whole = request
            whole.relationshipKeyPathsForPrefetching = ["tracks.tags", "owner"]
            return "\(try context.fetch(whole).count)"
        case .fetchValues:
            var request = FetchRequest<ManagedObject>(entityName: "Track")
            request.returnsObjectsAsFaults = false
            request.shouldRefreshRefetchedObjects = true
            return "\(try context.fetch(request).count)"
        case .fetchInChild: return "\(try child?.objects("Track").count ?? 0)"
        case .fetchIDs: return "\(try context.fetchObjectIDs(tracks).sorted())"
        case .fetchBatches:
            var sizes: [Int] = []
            try context.forEachBatch(of: tracks, size: 2) { sizes.append($0.count) }
            return "\(sizes)"
        case .fetchedProperty:
            return "\(try own("first").fetchedObjects(forKey: "ownTracks").map(\.objectID))"
        case .count: return "\(try context.count(for: tracks))"
        case .dictionaries:
            var request = FetchRequest<ManagedObject>(entityName: "Track")
            request.propertiesToFetch = ["name", "playlist.name"]
            return "\(try context.fetchDictionaries(request).count)"
        case .distinct:
            var request = tracks
            (request.propertiesToFetch, request.returnsDistinctResults) = (["number"], true)
            return "\(try context.fetchDictionaries(request).count)"
        case .decoded:
            return "\(try context.fetch(tracks, as: Track.self).map { $0.tags.map(\.tracks.count) })"
        case .fetchAsynchronously:
            var request = tracks
            request.predicate = try .format("playlist.owner.name == 'owner'")
            (request.returnsObjectsAsFaults, request.relationshipKeyPathsForPrefetching) = (false, ["tags.tracks"])
            return "\(try await context.fetchAsynchronously(request).map(\.objectID).sorted())"
        case .decodeAsynchronously:
            return
                "\(try await context.fetchAsynchronously(tracks, as: Track.self).map { $0.tags.map(\.tracks.count) })"
        case .countAsynchronously: return "\(try await context.countAsynchronously(for: tracks))"
        case .loadAsynchronously:
            let objects = try [own("track0"), own("track1")]
            try await context.loadAsynchronously(objects)
            return "\(objects.map(\.isFault))"
        case .groups:
            var request = FetchRequest<ManagedObject>(entityName: "Track")
            (request.propertiesToGroupBy, request.propertiesToFetch) = (["playlist"], ["playlist"])
            return "\(try context.fetchDictionaries(request).count)"
        case .results:
            let request = FetchRequest<ManagedObject>(
                entityName: "Track", sortDescriptors: [SortDescriptor(\.objectID)])
            let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
            try controller.performFetch()
            return "\(controller.fetchedObjects?.count ?? 0)"
        case .followingResults:
            let controller = try #require(controller)
            // A result that could not follow is fetched again.
            if controller.trackingError != nil { try controller.performFetch() }
            context.processPendingChanges()
            if let error = controller.trackingError { throw error }
            return "\((controller.fetchedObjects ?? []).map(\.objectID))"
        case .sorted:
            let descriptors = [
                ModelSortDescriptor<ManagedObject>(key: "playlist.owner.name"),
                ModelSortDescriptor<ManagedObject>(key: "name", ascending: false),
            ]
            let objects = try [own("track0"), own("track1"), own("track2")]
            return "\(try objects.sorted(using: descriptors, in: model).map(\.objectID))"
        case .evaluate:
            let predicate = try ModelPredicate.format("ANY tags.name == 'A' AND playlist.owner.name == 'owner'")
            return "\(try [own("track0"), own("track1")].map { try predicate.evaluate(with: $0) })"
        case .existingObject: return "\(try context.existingObject(with: own("track2").objectID).objectID)"
        case .missingObject:
            do {
                return "\(try context.existingObject(with: own("track2").objectID).objectID)"
            } catch is ObjectNotFoundError {
                return "missing"
            }
        case .rollback: context.rollback()
        case .load:
            try context.load([try own("person")], relationshipKeyPaths: ["playlists.tracks.tags"])
            return "\(try own("person").isFault)"
        case .pin:
            defer { context.unpinQueryGeneration() }
            try context.pinQueryGeneration(acceptingCost: true)
            return "\(context.isQueryGenerationPinned) \(try context.count(for: tracks))"
        case .detectConflicts:
            context.detectConflicts(for: try own("track0"))
            return "\(try own("track0").isFault)"
        case .permanentIDs: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        case .batchUpdate:
            _ = try context.execute(
                BatchUpdateRequest(entityName: "Track", propertiesToUpdate: ["number": Int64(7)]))
        case .batchDelete:
            _ = try context.execute(BatchDeleteRequest(objectIDs: [try own("track0").objectID]))
        case .batchInsert:
            _ = try context.execute(
                BatchInsertRequest(entityName: "Track", objects: [["name": "new"], ["name": "newer"]]))
        case .startHistory:
            try coordinator.setTracksHistory(true)
            return "\(coordinator.tracksHistory)"
        case .readHistory:
            let request = PersistentHistoryChangeRequest.fetchHistory(after: PersistentHistoryToken?.none)
            guard case .transactionsAndChanges(let found) = try context.execute(request) else { return "none" }
            return "\(found.map(\.changes.count))"
        case .readHistoryOfObject:
            return "\(try coordinator.history(of: own("track0").objectID, limit: 5).map(\.changes.count))"
        case .deleteHistory:
            _ = try context.execute(PersistentHistoryChangeRequest.deleteHistory(before: #require(token)))
            return "\(try coordinator.history(after: PersistentHistoryToken?.none).count)"
        case .open:
            let container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
            return "\(try container.newContext().count(for: tracks))"
        case .addStore:
            _ = try addStore()
            return "\(coordinator.persistentStores.count) \(try context.count(for: tracks))"
        case .removeStore:
            // It may have been removed before something else failed.
            if let addedStore { try coordinator.remove(addedStore) }
            addedStore = nil
            return "\(coordinator.persistentStores.count) \(try context.count(for: tracks))"
        }
        return ""
    }

    private struct Track: Decodable {
        var name: String?
        var tags: [Tag]
    }

    private struct Tag: Decodable { var tracks: [ObjectID] }

    private var coordinator: PersistentStoreCoordinator { container.persistentStoreCoordinator }

    /// Adds another store, whose calls fail with those of the first one, unless this has been done.
    private func addStore() throws -> any PersistentStore {
        if let added = coordinator.persistentStores.dropFirst().first { return added }
        return try coordinator.addPersistentStore(with: AddedStoreDescription(kind: kind, leader: calls))
    }

    private struct AddedStoreDescription: PersistentStoreDescription {
        let kind: Kind
        let leader: InstrumentedStore

        func openStore(for model: ManagedObjectModel) -> any PersistentStore {
            switch kind {
            case .plain: InstrumentedStore(model: model, failingWith: leader)
            case .database: DatabaseStore(SharedDatabase(model: model), failingWith: leader)
            }
        }
    }

    /// Does the operation while the store fails after some calls.
    ///
    /// - Returns: What it answers; nil if it throws. The errors that were thrown or reported, and how many calls
    ///   failed.
    func fail(after count: Int) async -> (answer: String?, errors: [any Error], failureCount: Int) {
        errors = []
        var answer: String?
        calls.failCalls(after: count)
        do { answer = try await take() } catch { errors.append(error) }
        let failureCount = calls.failCalls(after: nil)
        return (answer, errors, failureCount)
    }

    private func texts(_ entityName: String, _ format: String) throws -> String {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = try .format(format)
        return try context.fetch(request).map { "\($0.objectID)" }.joined(separator: " ")
    }

    /// What the contexts show: the changes, and the values of what is changed.
    func view() -> [String] {
        [context, child].compactMap { $0 }.flatMap { context in
            let changed = context.insertedObjects.union(context.updatedObjects).union(context.deletedObjects)
            return changed.sorted { $0.objectID < $1.objectID }.map { object in
                let links = object.entity.relationships.map { relationship in
                    object.objectIDs(forRelationshipNamed: relationship.name).map(name)
                }
                let values = ["name", "number", "note", "trackCount"].filter {
                    object.entity.attribute(named: $0) != nil
                }
                .map { "\(object.value(forKey: $0) ?? "nil")" }
                return "\(name(object.objectID)) \(object.isInserted) \(object.isDeleted) \(values) \(links)"
            }
        }
    }

    /// Temporary IDs differ from scene to scene.
    private func name(_ objectID: ObjectID) -> String {
        objectID.isTemporaryID ? "new \(objectID.entityName)" : "\(objectID)"
    }

    /// What is stored, without the times of saves.
    func stored() throws -> [String] {
        // Neither program knows of all saves.
        let coordinator =
            try database.map { try PersistentContainer(model: model, store: OpenStoreDescription($0.objects)) }?
            .persistentStoreCoordinator ?? coordinator
        let contents = try GraphContents(coordinator)
        #expect(contents.contradictions == [])
        return contents.objects.sorted { $0.key < $1.key }.map { objectID, object in
            let values = object.values.filter { ["name", "number", "trackCount"].contains($0.key) }
            return "\(objectID.entityName) \(values.sorted { $0.key < $1.key }) \(object.links.map(\.count))"
        }
    }
}
