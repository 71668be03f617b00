import Foundation
import ObjectGraph
import Testing

extension DocumentationExamples {
    /// What objects say of their changes, and what follows and collects changes.
    @Suite struct ChangeTests {
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

        @Test("The examples of values by key change them, and tell the old ones from the new ones")
        func values() throws {
            // Example: Fetchable.setValuesForKeys
            hero.setValuesForKeys(["name": "Oracle", "universe": 2])
            // End
            #expect(hero.name == "Oracle" && hero.universe == 2)
            // Example: Fetchable.changedValues
            for (key, value) in hero.changedValues() { print(key, "is now", value) }
            // End
            #expect(Set(hero.changedValues().keys) == ["name", "universe"])
            // Example: Fetchable.committedValues
            let savedName = hero.committedValues(forKeys: ["name"])["name"] as? String
            // End
            #expect(savedName == "Batgirl")
            // Example: ManagedObject.value
            let universe = hero.value(forKey: "universe", as: Int32.self)  // nil for a value of another type
            // End
            #expect(universe == 2)
            // Example: Fetchable.validateValue
            var name: Any? = "Robin"
            try hero.validateValue(&name, forKey: "name")  // Before the object has it, such as in a form
            // End
            #expect(name as? String == "Robin" && hero.name == "Oracle")
        }

        @Test("The examples of ordered destinations move and sort them")
        func order() {
            let notebook = Notebook(context: context)
            notebook.notes = OrderedToMany(
                ["b", "c", "a"].map { title in
                    let note = Note(context: context)
                    note.title = title
                    return note
                })
            // Example: OrderedToMany.move
            notebook.notes.move(from: 2, to: 0)  // The last of three notes is now the first.
            // End
            #expect(notebook.notes.map(\.title) == ["A", "B", "C"])
            // Example: OrderedToMany.sort
            notebook.notes.sort(using: [SortDescriptor(\.title, order: .reverse)])
            // End
            #expect(notebook.notes.map(\.title) == ["C", "B", "A"])
        }

        @Test("The examples of a controller remember sections, and find an object")
        func aController() throws {
            // Example: FetchedResultsController.init
            let request = FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.universe), SortDescriptor(\.name)])
            let controller = try FetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe",
                cacheName: "heroes by universe")
            // End
            // Example: FetchedResultsController.performFetch
            try controller.performFetch()
            let heroes = controller.fetchedObjects ?? []
            // End
            #expect(heroes == [hero])
            // Example: FetchedResultsController.indexPath
            let path = controller.indexPath(forObject: hero)  // nil if the result does not contain it
            // End
            #expect(path == IndexPath(row: 0, section: 0))
            // Example: FetchedResultsController.deleteCache
            FetchedResultsController<Hero>.deleteCache(withName: "heroes by universe")
            // End
        }

        @Test("The examples of requests for the history fetch the last hour, and delete what is older than a week")
        func theHistory() throws {
            // Example: PersistentHistoryChangeRequest.fetchHistory
            var request = PersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -3600))
            request.resultType = .objectIDs
            let result = try context.execute(request)
            // End
            #expect(result == .objectIDs([hero.objectID]))
            // Example: PersistentHistoryChangeRequest.deleteHistory
            let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
            _ = try context.execute(PersistentHistoryChangeRequest.deleteHistory(before: lastWeek))
            // End
            #expect(try container.persistentStoreCoordinator.history(after: nil).count == 1)
        }

        @Test("The examples of a background context change many objects, and count them")
        func inTheBackground() async throws {
            let background = container.newBackgroundContext()
            // Example: BackgroundContext.execute
            let update = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
            _ = try await background.execute(update)
            // End
            // Example: BackgroundContext.count
            let count = try await background.count(for: FetchRequest<Hero>(predicate: #Predicate { $0.universe == 3 }))
            // End
            #expect(count == 1)
        }

        @Test("The example of an insertion fills one object after the other")
        func anInsertion() throws {
            var names = ["Oracle", "Huntress"]
            // Example: BatchInsertRequest.init
            let request = BatchInsertRequest(entityName: "Hero") { values in
                guard let name = names.popLast() else { return true }  // There are no more.
                values["name"] = name
                return false
            }
            // End
            _ = try context.execute(request)
            #expect(try context.count(for: Hero.fetchRequest()) == 3)
        }

        @Test("The example of a policy marks what was merged")
        func aPolicy() throws {
            let note = Note(context: context)
            try context.save()
            // Example: MergePolicy.init
            context.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { context in
                for case let note as Note in context.updatedObjects { note.isMerged = true }
            }
            // End
            let other = container.newContext()
            other.counterpart(of: note).createdAt = nil
            try other.save()
            note.title = "mine"
            try context.save()
            #expect(note.title == "Mine" && note.createdAt == nil && note.isMerged)
        }

        @Test("The example of an undo history leaves a change out")
        func withoutUndo() {
            let history = UndoHistory()
            context.undoHistory = history
            // Example: UndoHistory.disableUndoRegistration
            context.processPendingChanges()
            history.disableUndoRegistration()
            hero.universe = 2  // Nothing undoes this.
            context.processPendingChanges()
            history.enableUndoRegistration()
            // End
            #expect(!history.canUndo && hero.universe == 2)
        }
    }
}
