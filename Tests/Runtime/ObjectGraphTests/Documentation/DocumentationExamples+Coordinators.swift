import Foundation
import JSONStore
import ModelExpressions
import ModelSchema
import ObjectGraph
import TestSupport
import Testing

extension DocumentationExamples {
    /// What coordinators do with their stores and the history, and what contexts ask them.
    @Suite struct CoordinatorTests {
        private let container: PersistentContainer
        private let coordinator: PersistentStoreCoordinator
        private let context: ManagedObjectContext
        private let hero: Hero

        /// A hero, saved without a history.
        init() throws {
            container = try PersistentContainer(model: .app, stores: [("Heroes", .inMemory)])
            coordinator = container.persistentStoreCoordinator
            context = container.newContext()
            hero = Hero(context: context)
            hero.name = "Batgirl"
            try context.save()
        }

        // MARK: - The history

        @Test("The examples of the history follow what others save, and delete what all have read")
        func theHistory() throws {
            // Example: PersistentStoreCoordinator.setTracksHistory
            try coordinator.setTracksHistory(true)
            let token = coordinator.currentPersistentHistoryToken  // All later saves are after it.
            // End
            let importer = container.newContext()
            importer.counterpart(of: hero).name = "Oracle"
            // Example: ManagedObjectContext.transactionAuthor
            importer.transactionAuthor = "import"  // The history names it with each save.
            try importer.save()
            // End
            // Example: PersistentStoreCoordinator.history
            let transactions = try coordinator.history(after: token)
            for transaction in transactions { context.mergeChanges(from: transaction.objectIDs) }
            let nextToken = transactions.last?.token ?? token  // Where the next call begins
            // End
            #expect(hero.name == "Oracle" && transactions.map(\.author) == ["import"])
            #expect(nextToken == coordinator.currentPersistentHistoryToken)
            do {
                // Example: PersistentStoreCoordinator.history
                for edit in try coordinator.history(of: hero.objectID, limit: 10) {
                    print(edit.timestamp, edit.author ?? "unknown", edit.changes.flatMap(\.updatedProperties))
                }
                // End
                let edits = try coordinator.history(of: hero.objectID, limit: 10)
                #expect(edits.flatMap(\.changes).flatMap(\.updatedProperties) == ["name"])
            }
            do {
                // Example: PersistentStoreCoordinator.history
                let lastHour = try coordinator.history(after: Date(timeIntervalSinceNow: -3600))
                // End
                #expect(lastHour.count == 1)
            }
            // Example: PersistentStoreCoordinator.deleteHistory
            try coordinator.deleteHistory(before: Date(timeIntervalSinceNow: -7 * 86_400))  // Keeps a week.
            // End
            #expect(try coordinator.history(after: token).count == 1)
            importer.counterpart(of: hero).universe = 3
            try importer.save()
            #expect(try coordinator.history(after: nil).count == 2)
            // Example: PersistentStoreCoordinator.deleteHistory
            if let token = coordinator.currentPersistentHistoryToken {
                try coordinator.deleteHistory(before: token)  // Everybody has read up to here.
            }
            // End
            let kept = try coordinator.history(after: nil)
            #expect(kept.count == 1 && kept.flatMap(\.changes).flatMap(\.updatedProperties) == ["universe"])
        }

        // MARK: - Stores

        @Test("The examples of stores add one for a configuration, and find it and an object of it")
        func stores() throws {
            let folder = try TemporaryFolder()
            let archiveURL = folder.url.appending(path: "archive.json")
            // Example: PersistentStoreCoordinator.addPersistentStore
            let archive = try coordinator.addPersistentStore(with: .json(at: archiveURL), configuration: "Notes")
            let context = ManagedObjectContext(coordinator: coordinator)
            let note = Note(context: context)  // Goes to the archive, the only store with notes.
            try context.save()
            // End
            #expect(note.objectID.storeIdentifier == archive.identifier)
            // Example: PersistentStoreCoordinator.persistentStore
            let isOpen = coordinator.persistentStore(for: archiveURL) != nil
            // End
            #expect(isOpen)
            let link = note.objectID.uriRepresentation()
            var title: String? = "None"
            // Example: PersistentStoreCoordinator.managedObjectID
            if let noteID = coordinator.managedObjectID(forURIRepresentation: link) {  // Of a store that is open
                title = (try context.existingObject(with: noteID) as? Note)?.title
            }
            // End
            #expect(title == nil)
        }

        @Test("The example of an assignment puts a new object into the second store with its entity")
        func assignments() throws {
            let drafts = try coordinator.addPersistentStore(with: .inMemory)
            let context = ManagedObjectContext(coordinator: coordinator)
            // Example: ManagedObjectContext.assign
            let draft = Hero(context: context)
            context.assign(draft, to: drafts)  // Without this, it goes to the first store that has heroes.
            try context.save()
            // End
            #expect(draft.objectID.storeIdentifier == drafts.identifier)
            // Example: FetchRequest.affectedStores
            var request = FetchRequest<Hero>()
            request.affectedStores = [drafts]
            let count = try context.count(for: request)
            // End
            #expect(count == 1)
        }

        // MARK: - Objects by name and ID

        @Test("The examples of objects by name and ID insert one, and find it without reading")
        func objects() throws {
            // Example: ManagedObjectContext.insertNewObject
            let robin = context.insertNewObject(forEntityName: "Hero")
            robin.setValue("Robin", forKey: "name")
            // End
            #expect((robin as? Hero)?.name == "Robin")
            let heroID = hero.objectID
            var names: [String] = []
            // Example: ManagedObjectContext.registeredObject
            if let hero = context.registeredObject(for: heroID) as? Hero {  // Without reading it
                names.append(hero.name)
            }
            // End
            #expect(names == ["Batgirl"])
        }

        @Test("The example of detecting conflicts refuses a save that depends on a changed object")
        func detection() throws {
            let team = Team(context: context)
            try context.save()
            // Example: ManagedObjectContext.detectConflicts
            team.name = "\(hero.name) and friends"
            context.detectConflicts(for: hero)  // The name must still be right when the team is saved.
            // End
            let other = container.newContext()
            other.counterpart(of: hero).name = "Oracle"
            try other.save()
            #expect(throws: MergeConflictError.self) { try context.save() }
        }

        @Test("The examples of undo and refresh repeat a change, and read what others have saved")
        func redoing() throws {
            context.undoHistory = UndoHistory()
            // Example: ManagedObjectContext.redo
            hero.name = "Oracle"
            context.processPendingChanges()
            context.undo()
            context.redo()  // Oracle again
            // End
            #expect(hero.name == "Oracle")
            let other = container.newContext()
            other.counterpart(of: hero).universe = 2
            try other.save()
            // Example: ManagedObjectContext.refreshAllObjects
            context.refreshAllObjects()  // Unsaved changes stay; everything else is read again when it is used.
            // End
            #expect(hero.name == "Oracle" && hero.universe == 2)
        }

        // MARK: - Fetching

        @Test("The examples of fetches without waiting return objects and a number")
        @MainActor func withoutWaiting() async throws {
            let context = container.viewContext
            let request = FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.name)])
            // Example: ManagedObjectContext.fetchAsynchronously
            let heroes = try await context.fetchAsynchronously(request) { fraction in
                print("\(Int(fraction * 100)) % are searched")
            }
            // End
            #expect(heroes.map(\.name) == ["Batgirl"])
            // Example: ManagedObjectContext.countAsynchronously
            let count = try await context.countAsynchronously(for: Hero.fetchRequest())
            // End
            #expect(count == 1)
        }

        @Test("The examples of requests sort and limit, and leave rows and groups out")
        func requests() throws {
            let other = Hero(context: context)
            other.name = "Robin"
            other.universe = 1
            hero.universe = 1
            try context.save()
            do {
                // Example: FetchRequest.init
                let request = FetchRequest<Hero>(
                    predicate: #Predicate { $0.universe == 1 }, sortDescriptors: [SortDescriptor(\.name)],
                    fetchLimit: 10)
                // End
                #expect(try context.fetch(request) == [hero, other])
            }
            do {
                // Example: FetchRequest.init
                let request = FetchRequest<Hero>(
                    predicate: try ModelPredicate(format: "universe == %d", arguments: [1]),
                    sortDescriptors: [ModelSortDescriptor(key: "name")])
                // End
                #expect(try context.fetch(request) == [hero, other])
            }
            do {
                // Example: ManagedObjectContext.fetchDictionaries
                var request = FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.name)])
                request.propertiesToFetch = ["name", "universe"]
                let rows = try context.fetchDictionaries(request)  // [["name": "Batgirl", "universe": 1], …]
                // End
                #expect(rows.map { $0["name"] as? String } == ["Batgirl", "Robin"])
            }
            do {
                var request = FetchRequest<Hero>()
                // Example: ModelSortDescriptor.init
                request.sortDescriptors = [
                    ModelSortDescriptor(key: "universe", ascending: false),
                    ModelSortDescriptor(key: "name", comparison: .localizedStandard),
                ]
                // End
                #expect(try context.fetch(request) == [hero, other])
            }
            var request = FetchRequest<Hero>()
            // Example: FetchRequest.returnsDistinctResults
            request.propertiesToFetch = ["universe"]
            request.returnsDistinctResults = true
            let universes = try context.fetchDictionaries(request).map { $0["universe"] as? Int32 }
            // End
            #expect(universes == [1])
            request.returnsDistinctResults = false
            // Example: FetchRequest.havingPredicate
            request.propertiesToGroupBy = ["universe"]
            request.expressionsToFetch = [
                FetchedExpression(name: "heroes", expression: try ModelExpression(format: "count:(name)"))
            ]
            request.havingPredicate = try ModelPredicate(format: "heroes > 1")
            let crowded = try context.fetchDictionaries(request)  // The universes with more than one hero
            // End
            #expect(crowded.count == 1)
        }

        @Test("The examples of templates and conditions replace a variable by a value")
        func variables() throws {
            let template = FetchRequestTemplate(
                name: "inUniverse", entityName: "Hero", predicateString: "universe == $UNIVERSE")
            let attribute = Attribute(name: "universe", type: .integer32, defaultValueString: "0")
            let model = ManagedObjectModel(
                Model(
                    name: "Templates", entities: [Entity(name: "Hero", attributes: [attribute])],
                    fetchRequestTemplates: [template]))
            let context = try PersistentContainer(model: model, store: .inMemory).newContext()
            for universe in 0...1 {
                context.insertNewObject(forEntityName: "Hero").setValue(universe, forKey: "universe")
            }
            // Example: ManagedObjectModel.fetchRequestFromTemplate
            let request = try model.fetchRequestFromTemplate(
                named: "inUniverse", substitutionVariables: ["UNIVERSE": 1])
            let heroes = try context.fetch(request)
            // End
            #expect(heroes.map { $0.value(forKey: "universe") as? Int32 } == [1])
            // Example: ModelPredicate.evaluate
            let predicate = try ModelPredicate(format: "universe == $UNIVERSE")
            let isThere = try predicate.evaluate(with: hero, substitutionVariables: ["UNIVERSE": 0])
            // End
            #expect(isThere)
        }

        // MARK: - Batches

        @Test("The examples of batches insert, change, and delete, and tell the context")
        func batches() throws {
            // Example: ManagedObjectContext.execute
            var insertion = BatchInsertRequest(entityName: "Hero", objects: [["name": "Robin"], ["name": "Oracle"]])
            insertion.resultType = .objectIDs
            if case .objectIDs(let objectIDs) = try context.execute(insertion) {
                context.mergeChanges(from: SavedObjectIDs(inserted: Set(objectIDs)))
            }
            // End
            #expect(try context.count(for: Hero.fetchRequest()) == 3)
            // Example: ManagedObjectContext.execute
            let update = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 2])
            _ = try context.execute(update)
            context.refreshAllObjects()  // The context's objects still have the old values.
            // End
            #expect(hero.universe == 2)
            // Example: ManagedObjectContext.execute
            let robins = FetchRequest<Hero>(predicate: #Predicate { $0.name == "Robin" })
            var deletion = BatchDeleteRequest(fetchRequest: robins)
            deletion.resultType = .count
            if case .count(let count) = try context.execute(deletion) { print(count, "heroes are deleted") }
            // End
            #expect(try context.count(for: Hero.fetchRequest()) == 2)
        }
    }
}
