import Foundation
import ObjectGraph
import Testing

/// A store that fails at one of its calls, whichever it is: the operation throws, or observers get the error; the
/// context is as before; and the same operation succeeds when the store works again.
struct FailingCallTests {
    /// What a context does.
    enum Operation: String, CaseIterable {
        case save, saveUnique, saveMerging, saveUniting, saveDeletion, saveWaitingDeletion, savePropagatingLater,
            saveChild, saveChildOfDeleted, deletionInChild
        case saveWithHistory, automaticMerge, merge, refresh, refreshAll, deletion, undo, redo
        case fetch, fetchFollowing, fetchPrefetching, fetchValues, fetchInChild, count, dictionaries, decoded, groups,
            results
        case existingObject, missingObject, permanentIDs, rollback, load, batchUpdate, batchDelete, batchInsert

        /// Whether the operation begins with deletions that have waited for it, and stay if it fails.
        var appliesWaitingDeletions: Bool { self == .saveWaitingDeletion || self == .savePropagatingLater }
    }

    /// The contexts of two programs, of which the second one does something.
    private final class Scene {
        let store = InstrumentedStore(model: MeetingModel.model)
        let container: PersistentContainer
        let others: ManagedObjectContext
        let context: ManagedObjectContext
        private(set) var child: ManagedObjectContext?
        private var saved: SavedObjectIDs?
        private var objects: [String: ManagedObject] = [:]
        private var errors: [any Error] = []
        private var observations: [ContextObservation] = []
        private let operation: Operation

        init(_ operation: Operation) throws {
            self.operation = operation
            container = try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
            (others, context) = (container.newContext(), container.newContext())
            if operation == .saveWithHistory { try container.persistentStoreCoordinator.setTracksHistory(true) }
            let person = others.insert("Person", ["name": "owner"])
            let playlists = (0..<2).map { others.insert("Playlist", ["name": "\($0)", "owner": person]) }
            let tracks = (0..<3).map { others.insert("Track", ["name": "\($0)", "playlist": playlists[0]]) }
            let tag = others.insert("Tag", ["name": "A"])
            tag.mutableSetValue(forKey: "tracks").insert(tracks[0])
            let label = others.insert("Label", ["name": "L"])
            playlists[1].setValue(label, forKey: "label")
            try others.save()
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
                store.failCalls(after: 0)
                context.delete(try own("person"))
                store.failCalls(after: nil)
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
            case .deletion, .fetch, .fetchFollowing, .fetchPrefetching, .fetchValues, .count, .dictionaries, .decoded,
                .groups, .results, .existingObject, .load, .batchUpdate, .batchDelete, .batchInsert:
                break
            }
        }

        /// Does the operation, and returns what it answers.
        func take() throws -> String {
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
            case .count: return "\(try context.count(for: FetchRequest<ManagedObject>(entityName: "Track")))"
            case .dictionaries:
                var request = FetchRequest<ManagedObject>(entityName: "Track")
                request.propertiesToFetch = ["name", "playlist.name"]
                return "\(try context.fetchDictionaries(request).count)"
            case .decoded:
                struct Track: Decodable {
                    var name: String?
                    var tags: [Tag]
                }
                struct Tag: Decodable { var tracks: [ObjectID] }
                let request = FetchRequest<ManagedObject>(entityName: "Track")
                return "\(try context.fetch(request, as: Track.self).map { $0.tags.map(\.tracks.count) })"
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
            case .permanentIDs: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
            case .batchUpdate:
                _ = try context.execute(
                    BatchUpdateRequest(entityName: "Track", propertiesToUpdate: ["number": Int64(7)]))
            case .batchDelete:
                _ = try context.execute(BatchDeleteRequest(objectIDs: [try own("track0").objectID]))
            case .batchInsert:
                _ = try context.execute(
                    BatchInsertRequest(entityName: "Track", objects: [["name": "new"], ["name": "newer"]]))
            }
            return ""
        }

        /// Does the operation while the store fails after some calls.
        ///
        /// - Returns: The errors that were thrown or reported, and how many calls failed.
        func fail(after count: Int) -> (errors: [any Error], failureCount: Int) {
            errors = []
            store.failCalls(after: count)
            do { _ = try take() } catch { errors.append(error) }
            let failureCount = store.failCalls(after: nil)
            return (errors, failureCount)
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
                        object.objectIDs(forRelationshipNamed: relationship.name).map { "\($0)" }
                    }
                    let values = ["name", "number", "note", "trackCount"].filter {
                        object.entity.attribute(named: $0) != nil
                    }
                    .map { "\(object.value(forKey: $0) ?? "nil")" }
                    return "\(object.objectID) \(object.isInserted) \(object.isDeleted) \(values) \(links)"
                }
            }
        }

        /// What is stored, without the times of saves.
        func stored() throws -> [String] {
            let contents = try GraphContents(container.persistentStoreCoordinator)
            #expect(contents.contradictions == [])
            return contents.objects.sorted { $0.key < $1.key }.map { objectID, object in
                let values = object.values.filter { ["name", "number", "trackCount"].contains($0.key) }
                return "\(objectID.entityName) \(values.sorted { $0.key < $1.key }) \(object.links.map(\.count))"
            }
        }
    }

    @Test(
        "an operation whose store fails at any of its calls changes nothing, and succeeds later",
        arguments: Operation.allCases)
    func failing(_ operation: Operation) throws {
        let unhindered = try Scene(operation)
        let answer = try unhindered.take()
        let (view, stored) = (unhindered.view(), try unhindered.stored())
        var count = 0
        while true {
            let scene = try Scene(operation)
            let before = scene.view()
            let (errors, failureCount) = scene.fail(after: count)
            // Nothing is left to fail.
            if failureCount == 0 { break }
            #expect(errors.allSatisfy { $0 is InstrumentedStore.InjectedError }, "\(operation), call \(count)")
            // What fails after the commit is read later.
            if !errors.isEmpty {
                if !operation.appliesWaitingDeletions {
                    #expect(scene.view() == before, "\(operation) has changed something at call \(count)")
                }
                #expect(try scene.take() == answer, "\(operation), call \(count)")
            }
            #expect(scene.view() == view, "\(operation), call \(count)")
            let difference = try scene.stored().difference(from: stored)
            #expect(difference.isEmpty, "\(operation), call \(count)")
            count += 1
            try #require(count < 500)
        }
    }

    @Test("A deletion that failed, was repeated and undone stays undone when the context is saved")
    func deletionUndone() throws {
        let store = InstrumentedStore(model: MeetingModel.model)
        let container = try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
        let others = container.newContext()
        let label = others.insert("Label", ["name": "L"])
        try others.save()
        let context = container.newContext()
        context.undoHistory = UndoHistory()
        let own = context.twin(label)
        store.failCalls(after: 0)
        context.delete(own)
        store.failCalls(after: nil)
        #expect(!own.isDeleted)
        context.delete(own)
        context.processPendingChanges()
        #expect(own.isDeleted)
        context.undo()
        try context.save()
        #expect(!own.isDeleted)
        #expect(try container.newContext().objects("Label").count == 1)
    }
}
