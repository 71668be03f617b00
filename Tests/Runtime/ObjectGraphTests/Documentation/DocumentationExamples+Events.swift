import Foundation
import ModelExpressions
import ObjectGraph
import TestSupport
import Testing

extension DocumentationExamples {
    /// What contexts and coordinators report: events, the history, results, and states.
    @Suite struct EventTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext
        private let hero: Hero

        /// A hero, saved with a history.
        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            try container.persistentStoreCoordinator.setTracksHistory(true)
            context = container.newContext()
            hero = Hero(context: context)
            hero.name = "Batgirl"
            try context.save()
        }

        // MARK: - Events of contexts

        @Test("The example of events says what a context reports")
        func events() throws {
            // Example: ContextEvent
            let observation = context.observe { event in
                switch event {
                case .objectsDidChange(let change): print(change.updated.count, "objects differ from the store")
                case .willSave: print("A save begins")
                case .didSave(let saved): print(saved.updated.count, "objects are saved")
                case .didFailToRead(let error): print("The changes of others are missing:", error)
                }
            }
            // End
            var kinds: [String] = []
            let second = context.observe { event in kinds.append(String("\(event)".prefix { $0 != "(" })) }
            hero.name = "Oracle"
            try context.save()
            #expect(kinds == ["objectsDidChange", "willSave", "didSave"])
            observation.cancel()
            second.cancel()
        }

        @Test("The example of a change receives new objects, and those that others have saved")
        func changes() throws {
            var names: Set<String> = []
            func show(_ change: ObjectChanges) {
                // Example: ObjectChanges
                for case let hero as Hero in change.inserted.union(change.updated).union(change.refreshed) {
                    names.insert(hero.name)
                }
                // End
            }
            let observation = context.observe { if case .objectsDidChange(let change) = $0 { show(change) } }
            Hero(context: context).name = "Robin"
            hero.name = "Oracle"
            context.processPendingChanges()
            observation.cancel()
            #expect(names == ["Robin", "Oracle"])
        }

        @Test("The example of saved objects passes on what a save has written")
        func savedObjects() throws {
            var index = ["Batgirl": hero.objectID]
            func update(_ saved: SavedObjects) {
                // Example: SavedObjects
                for case let hero as Hero in saved.inserted { index[hero.name] = hero.objectID }
                for case let hero as Hero in saved.deleted { index[hero.name] = nil }  // Its values are still known.
                // End
            }
            let observation = context.observe { if case .didSave(let saved) = $0 { update(saved) } }
            Hero(context: context).name = "Robin"
            context.delete(hero)
            try context.save()
            observation.cancel()
            #expect(Set(index.keys) == ["Robin"])
        }

        @Test("The example of saved IDs merges a save into a background context")
        func savedIDs() async throws {
            let background = container.newBackgroundContext()
            let heroID = hero.objectID
            await background.perform { _ = ($0.object(with: heroID) as? Hero)?.name }
            var tasks: [Task<Void, Never>] = []
            // Example: SavedObjectIDs
            let observation = context.observe { event in
                guard case .didSave(let saved) = event else { return }
                let objectIDs = saved.objectIDs  // Unlike objects, IDs can go to any task.
                tasks.append(Task { await background.perform { $0.mergeChanges(from: objectIDs) } })
            }
            // End
            hero.name = "Oracle"
            try context.save()
            observation.cancel()
            for task in tasks { await task.value }
            let name = await background.perform { ($0.object(with: heroID) as? Hero)?.name }
            #expect(name == "Oracle")
        }

        // Example: ContextObservation
        final class HeroCounter {
            private(set) var count = 0
            private var observation: ContextObservation?  // Ends with the counter.

            init(of context: ManagedObjectContext) {
                observation = context.observe { [weak self] event in
                    guard case .objectsDidChange(let change) = event else { return }
                    self?.count += change.inserted.count { $0 is Hero }
                }
            }
        }
        // End

        @Test("The example of an observation counts until it is released")
        func observations() {
            var counter: HeroCounter? = HeroCounter(of: context)
            _ = Hero(context: context)
            context.processPendingChanges()
            #expect(counter?.count == 1)
            let isReleased = { [weak counter] in counter == nil }
            counter = nil
            #expect(isReleased())
            _ = Hero(context: context)
            context.processPendingChanges()
        }

        @Test("The example of requests prints what a context asks its stores")
        func requests() throws {
            var lines: [String] = []
            // Example: StoreRequest
            context.logRequest = { request in
                lines.append(request.description)  // fetch Hero where universe == 1: 12 objects
                if case .fetch(_, nil, let count) = request, count > 1000 { print("Fetches all, without a predicate") }
            }
            // End
            _ = try context.fetch(FetchRequest<Hero>())
            #expect(lines == ["fetch Hero: 1 object"])
        }

        @Test("The example of faulting loads what an accessor may not wait for")
        func faulting() throws {
            func names(of heroes: [Hero]) throws -> [String] {
                // Example: Faulting
                if context.faulting == .explicit { try context.load(heroes, [\.teams]) }
                return heroes.flatMap { hero in hero.teams.map(\.name) }
                // End
            }
            let team = Team(context: context)
            team.name = "Birds"
            team.heroes = ToMany([hero])
            try context.save()
            #expect(try names(of: [hero]) == ["Birds"])
            context.refreshAllObjects()
            context.faulting = .explicit
            #expect(try names(of: [hero]) == ["Birds"])
        }

        @Test("The example of an object conflict asks which name to keep")
        func conflicts() throws {
            let other = container.newContext()
            other.counterpart(of: hero).name = "Oracle"
            try other.save()
            hero.name = "Batwoman"
            // Example: MergeConflict
            context.mergePolicy = MergePolicy(deciding: { conflicts in
                for conflict in conflicts {
                    guard let saved = conflict.cachedSnapshot else { return .error }  // It was deleted.
                    print(saved["name"] ?? "None", "was saved instead of", conflict.objectSnapshot?["name"] ?? "None")
                }
                return .mergeByPropertyObjectTrump
            })
            // End
            try context.save()
            #expect(hero.name == "Batwoman")
        }

        @Test("The example of an undo history undoes several changes as one")
        func groups() {
            // Example: UndoHistory
            let history = UndoHistory(levelsOfUndo: 20)
            context.undoHistory = history
            history.beginGroup()
            hero.name = "Oracle"
            hero.universe = 2
            context.processPendingChanges()
            history.endGroup()
            if history.canUndo { context.undo() }  // Both changes
            // End
            #expect(hero.name == "Batgirl" && hero.universe == 0)
        }

        // MARK: - The history

        @Test("The examples of transactions and changes merge what others have saved, and print it")
        func transactions() throws {
            var token: PersistentHistoryToken?
            hero.name = "Oracle"
            try context.save()
            let result = try context.execute(.fetchHistory(after: token))
            guard case .transactionsAndChanges(let transactions) = result else {
                Issue.record("the result is not the whole history")
                return
            }
            // Example: PersistentHistoryTransaction
            for transaction in transactions {
                if transaction.author != "app" { context.mergeChanges(from: transaction.objectIDs) }
                token = transaction.token  // Where the next request begins
            }
            // End
            // Example: PersistentHistoryChange
            for change in transactions.flatMap(\.changes) {
                switch change.changeType {
                case .insert: print("new:", change.changedObjectID)
                case .update: print("changed:", change.changedObjectID, change.updatedProperties)
                case .delete: print("deleted:", change.changedObjectID, change.tombstone)  // What the model preserves
                }
            }
            // End
            #expect(transactions.count == 2)
            #expect(token == container.persistentStoreCoordinator.currentPersistentHistoryToken)
        }

        @Test("The examples of results of the history count changes, and list the changed objects")
        func results() throws {
            let token: PersistentHistoryToken? = nil
            // Example: PersistentHistoryResultType
            var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            request.resultType = .count  // Quick, to decide whether to read the changes
            if case .count(let count) = try context.execute(request) { print(count, "changes") }
            // End
            request.resultType = .objectIDs
            // Example: PersistentHistoryResult
            switch try context.execute(request) {
            case .statusOnly: print("Done")
            case .count(let count): print(count)
            case .objectIDs(let objectIDs): print(objectIDs)
            case .changesOnly(let changes): print(changes.map(\.changedObjectID))
            case .transactionsOnly(let transactions), .transactionsAndChanges(let transactions):
                print(transactions.map(\.timestamp))
            }
            // End
            #expect(try context.execute(request) == .objectIDs([hero.objectID]))
        }

        // MARK: - Stores and their states

        @Test("The example of changes of stores follows a store that is added")
        func changesOfStores() async throws {
            let coordinator = container.persistentStoreCoordinator
            let changes = coordinator.storeListChanges()
            try coordinator.addPersistentStore(with: .inMemory, configuration: "Notes")
            var urls: [URL?] = []
            for await change in changes {
                // Example: StoreListChange
                for store in change.added { urls.append(store.storeURL) }
                for store in change.removed { urls.removeAll { $0 == store.storeURL } }
                // End
                break
            }
            #expect(urls == [nil])
        }

        @Test("The example of a committed state keeps the number of objects while others save")
        func committedStates() throws {
            let coordinator = container.persistentStoreCoordinator
            // Example: CommittedState
            let before = coordinator.committedState
            Hero(context: context).name = "Robin"
            try context.save()
            let after = coordinator.committedState
            print(try before.objectCount(ofEntityNamed: "Hero"), try after.objectCount(ofEntityNamed: "Hero"))  // 1 2
            // End
            #expect(try before.objectCount(ofEntityNamed: "Hero") == 1)
            #expect(try after.objectCount(ofEntityNamed: "Hero") == 2)
        }

        @Test("The examples of a store in memory open it with an ID, and compare its states")
        func aStoreInMemory() throws {
            // Example: InMemoryStore
            struct CacheDescription: PersistentStoreDescription {
                let identifier: UUID  // For tests that print IDs. The store still opens empty.

                func openStore(for model: ManagedObjectModel) -> any PersistentStore {
                    InMemoryStore(model: model, identifier: identifier)
                }
            }
            // End
            let identifier = UUID()
            let cache = try PersistentContainer(model: .app, store: CacheDescription(identifier: identifier))
            #expect(cache.persistentStore?.identifier == identifier)
            // Example: InMemoryStoreDescription
            let tests = try PersistentContainer(model: .app, store: .inMemory)
            let others = try PersistentContainer(model: .app, store: .inMemory)  // Shares nothing with the first.
            // End
            #expect(tests.persistentStore?.identifier != others.persistentStore?.identifier)
            let (store, objectID) = (InMemoryStore(model: .app), hero.objectID)
            // Example: GraphSnapshot
            let snapshot = store.snapshot
            print(snapshot.generation, snapshot.contains(objectID))  // 0 false, also after later commits
            // End
            #expect(snapshot.generation == 0)
        }

        @Test("The example of a plan finds out whether a fetch reads every object")
        func plans() throws {
            let request = FetchRequest<Hero>(predicate: #Predicate { $0.universe == 1 })
            // Example: FetchPlan
            let plan = try context.explain(request)
            for step in plan.steps { print(step) }  // Hero: scan 1 row in 1 chunk
            for statement in plan.statements { print(statement.text) }  // SELECT …, from a store with a database
            // End
            #expect(!plan.steps.isEmpty && plan.statements.isEmpty)
        }

        // MARK: - Results of requests

        @Test("The examples of batch results tell a context what a batch has changed")
        func batches() throws {
            // Example: BatchResultType
            var request = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
            request.resultType = .objectIDs  // For contexts that show the objects. A count is enough for a message.
            // End
            let result = try context.execute(request)
            // Example: BatchResult
            switch result {
            case .statusOnly: context.refreshAllObjects()  // Any object may have changed.
            case .count(let count): print(count, "heroes have moved")
            case .objectIDs(let objectIDs): context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
            }
            // End
            #expect(hero.universe == 3)
        }

        @Test("The examples of a fetch's results and expressions compute the highest universe")
        func fetches() throws {
            // Example: FetchedExpression
            let highest = FetchedExpression(name: "highest", expression: try ModelExpression(format: "max:(universe)"))
            var request = FetchRequest<Hero>()
            request.expressionsToFetch = [highest]
            let number = try context.fetchDictionaries(request).first?["highest"] as? Int64
            // End
            #expect(number == 0)
            request = FetchRequest<Hero>()
            // Example: FetchResult
            let ids =
                switch try context.execute(request) {
                case .objects(let heroes): heroes.map(\.objectID)
                case .objectIDs(let objectIDs): objectIDs
                case .dictionaries, .count: [ObjectID]()
                }
            // End
            #expect(ids == [hero.objectID])
        }

        @Test("The example of classes that can be fetched counts the objects of any of them")
        func classes() throws {
            // Example: Fetchable
            let heroes = try context.fetch(Hero.fetchRequest())  // A FetchRequest<Hero>
            let names = Hero.entity(in: context.managedObjectModel)?.attributes.map(\.name) ?? []
            // End
            #expect(heroes == [hero] && names == ["name", "universe"])
        }

        // MARK: - Results that follow changes

        // Example: FetchedResultsReporting
        final class HeroTable: FetchedResultsControllerDelegate {
            let reporting = FetchedResultsReporting.snapshots
            private(set) var rows: [ObjectID] = []

            func controller(
                _ controller: FetchedResultsController<Hero>, didChangeContentWith snapshot: FetchedResultsSnapshot
            ) {
                rows = snapshot.objectIDs
            }
        }
        // End

        final class Paths: FetchedResultsControllerDelegate {
            private(set) var paths: Set<IndexPath> = []

            func controller(
                _ controller: FetchedResultsController<Hero>, didChange hero: Hero, at indexPath: IndexPath?,
                for type: FetchedResultsChangeType, newIndexPath: IndexPath?
            ) {
                // Example: FetchedResultsChangeType
                switch type {
                case .insert: if let newIndexPath { paths.insert(newIndexPath) }
                case .delete: if let indexPath { paths.remove(indexPath) }
                case .update: if let indexPath { paths.insert(indexPath) }
                case .move: paths.formUnion([indexPath, newIndexPath].compactMap { $0 })
                }
                // End
            }
        }

        @Test("The examples of delegates receive snapshots, or the place of each change")
        func delegates() throws {
            let controller = try FetchedResultsController(
                fetchRequest: FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.name)]),
                managedObjectContext: context)
            let (table, paths) = (HeroTable(), Paths())
            controller.delegate = table
            try controller.performFetch()
            #expect(table.rows == [hero.objectID])
            controller.delegate = paths
            Hero(context: context).name = "Robin"
            context.processPendingChanges()
            #expect(paths.paths == [[0, 1]])
        }

        @Test("The examples of sections show the objects of each universe")
        func sections() throws {
            Hero(context: context).universe = 1
            let controller = try FetchedResultsController(
                fetchRequest: FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.universe)]),
                managedObjectContext: context, sectionNameKeyPath: "universe")
            try controller.performFetch()
            // Example: FetchedResultsSection
            for section in controller.sections ?? [] {
                print("Universe \(section.name): \(section.numberOfObjects) heroes")
                for hero in section.objects { print("  \(hero.name)") }
            }
            // End
            let snapshot = try #require(controller.snapshot)
            // Example: FetchedResultsSnapshot
            for section in snapshot.sections {  // IDs, which can go to any task
                print(section.name, section.objectIDs.map { context.object(with: $0) })
            }
            // End
            #expect(snapshot.sections.map(\.name) == ["0", "1"])
        }
    }
}
