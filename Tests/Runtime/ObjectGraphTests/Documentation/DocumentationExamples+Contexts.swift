import Foundation
import ObjectGraph
import Testing

extension DocumentationExamples {
    /// What contexts do.
    @Suite struct ContextTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext
        private let hero: Hero
        private let team: Team

        /// A hero in a team, both saved.
        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
            (hero, team) = (Hero(context: context), Team(context: context))
            hero.universe = 1
            hero.name = "Barbara"
            team.name = "Birds of Prey"
            hero.teams.insert(team)
            try context.save()
        }

        @Test("The example of a context saves a new object")
        func aContext() throws {
            // Example: ManagedObjectContext
            let context = container.newContext()
            let note = Note(context: context)
            note.title = "Buy milk"
            print(context.insertedObjects.count)  // 1
            try context.save()
            print(context.hasChanges)  // false
            // End
            #expect(note.objectID.isTemporaryID == false)
        }

        @Test("The example of explicit faulting reads relationships that were loaded")
        func explicitFaulting() throws {
            // Example: ManagedObjectContext.faulting
            context.faulting = .explicit  // For a server, where no accessor may wait for a database.
            let heroes = try context.fetch(FetchRequest<Hero>())
            try context.load(heroes, [\.teams])
            for hero in heroes { print(hero.name, hero.teams.count) }
            // End
            #expect(heroes == [hero])
        }

        @Test("The example of loading reads the relationships of fetched objects")
        func loading() throws {
            // Example: ManagedObjectContext.load
            let heroes = try context.fetch(FetchRequest<Hero>())
            try context.load(heroes, [\.teams])
            for hero in heroes { print(hero.name, hero.teams.count) }
            // End
            #expect(heroes == [hero])
        }

        @Test("The example of loading an object reads its relationships")
        func loadingAnObject() throws {
            // Example: Fetchable.load
            try hero.load([\.teams])
            print(hero.name, hero.teams.count)
            // End
            #expect(hero.teams.count == 1)
        }

        @Test("The example of loading asynchronously reads the relationships of fetched objects")
        func loadingAsynchronously() async throws {
            let heroes = try context.fetch(FetchRequest<Hero>())
            // Example: ManagedObjectContext.loadAsynchronously
            try await context.loadAsynchronously(heroes, [\.teams])
            for hero in heroes { print(hero.name, hero.teams.count) }
            // End
            #expect(heroes == [hero])
        }

        @Test("The example of saving asynchronously leaves no changes")
        func savingAsynchronously() async throws {
            // Example: ManagedObjectContext.saveAsynchronously
            hero.name = "Oracle"
            try await context.saveAsynchronously()
            print(context.hasChanges)  // false
            // End
            #expect(!context.hasChanges)
        }

        @Test("The example of a query generation pins the context and fetches")
        func pinnedGenerations() throws {
            // Example: ManagedObjectContext.pinQueryGeneration
            try context.pinQueryGeneration(acceptingCost: true)
            defer { context.unpinQueryGeneration() }
            let heroes = try context.fetch(FetchRequest<Hero>(entityName: "Hero"))
            print(heroes.count, try context.count(for: FetchRequest<Team>(entityName: "Team")))  // 1 1
            // End
            #expect(heroes == [hero] && context.isQueryGenerationPinned)
        }

        @Test("The example of a merge policy saves a value that another context has also changed")
        func policies() throws {
            // Example: ManagedObjectContext.mergePolicy
            context.mergePolicy = .mergeByPropertyObjectTrump
            hero.name = "Oracle"
            try context.save()  // Writes the name even if another context has changed it.
            // End
            try change { $0.name = "Batgirl" }
            hero.name = "Barbara"
            try context.save()
            #expect(hero.name == "Barbara")
        }

        /// Changes the hero elsewhere.
        private func change(_ change: (Hero) -> Void) throws {
            let other = container.newContext()
            change(other.counterpart(of: hero))
            try other.save()
        }

        @Test("The example of merging automatically shows what a background task has saved")
        func followingOthers() async throws {
            let heroID = hero.objectID
            // Example: ManagedObjectContext.automaticallyMergesChangesFromParent
            context.automaticallyMergesChangesFromParent = true
            try await container.performBackgroundTask { background in
                (try background.existingObject(with: heroID) as? Hero)?.name = "Oracle"
                try background.save()
            }
            context.processPendingChanges()
            print(hero.name)  // Oracle
            // End
            #expect(hero.name == "Oracle")
        }

        @Test("The example of a child context saves through its parent to the store")
        func aChild() throws {
            // Example: ManagedObjectContext.init
            let sheet = ManagedObjectContext(parent: context)
            let edited = sheet.counterpart(of: hero)
            edited.name = "Oracle"  // The hero still has the old name.
            try sheet.save()  // Now the hero has the new one.
            try context.save()  // The store also has it.
            // End
            #expect(try container.newContext().fetch(Hero.fetchRequest()).map(\.name) == ["Oracle"])
        }

        @Test("The example of a fetch returns the matching objects")
        func fetching() throws {
            // Example: ManagedObjectContext.fetch
            let request = FetchRequest<Hero>(
                predicate: #Predicate { $0.universe == 1 }, sortDescriptors: [SortDescriptor(\.name)])
            for hero in try context.fetch(request) { print(hero.name) }
            // End
            #expect(try context.fetch(request) == [hero])
        }

        @Test("The example of a count returns the number of matching objects")
        func counting() throws {
            // Example: ManagedObjectContext.count
            let request = try FetchRequest<Hero>(predicate: .format("ANY teams.name BEGINSWITH %@", "B"))
            let count = try context.count(for: request)
            // End
            #expect(count == 1)
        }

        @Test("The example of executing a request handles every result type")
        func resultsOfAFormKnownAtRunTime() throws {
            var total = 0
            func run(_ request: FetchRequest<Hero>) throws {
                // Example: ManagedObjectContext.execute
                switch try context.execute(request) {
                case .objects(let heroes): total += heroes.count
                case .objectIDs(let objectIDs): total += objectIDs.count
                case .dictionaries(let rows): total += rows.count
                case .count(let count): total += count
                }
                // End
            }
            for type in [FetchRequestTemplate.ResultType.objects, .objectIDs, .dictionaries, .count] {
                var request = FetchRequest<Hero>()
                request.resultType = type
                try run(request)
            }
            #expect(total == 4)
        }

        @Test("The example of an asynchronous batch request inserts objects")
        func executingAsynchronously() async throws {
            // Example: ManagedObjectContext.executeAsynchronously
            let names = ["Oracle", "Huntress"]
            let objects = names.map { ["name": $0] }
            _ = try await context.executeAsynchronously(BatchInsertRequest(entityName: "Hero", objects: objects))
            // End
            #expect(try context.count(for: FetchRequest<Hero>()) == 3)
        }

        @Test("The example of asynchronous processing merges what others have saved")
        func processingAsynchronously() async throws {
            let other = container.newContext()
            other.counterpart(of: hero).name = "Oracle"
            try other.save()
            // Example: ManagedObjectContext.processPendingChangesAsynchronously
            context.automaticallyMergesChangesFromParent = true
            await context.processPendingChangesAsynchronously()
            // End
            other.counterpart(of: hero).name = "Batgirl"
            try other.save()
            await context.processPendingChangesAsynchronously()
            #expect(hero.name == "Batgirl")
        }

        @Test("The example of `perform` saves a change")
        func performing() async throws {
            // Example: ManagedObjectContext.perform
            await context.perform { hero.universe = 2 }
            try await context.saveAsynchronously()
            // End
            #expect(!context.hasChanges)
        }

        @Test("The example of a save handles validation errors and merge conflicts")
        func saving() throws {
            try change { $0.name = "Batgirl" }
            hero.universe = 2
            // Example: ManagedObjectContext.save
            do {
                try context.save()
            } catch let error as ValidationErrors {
                for error in error.errors { print(error.key, error.message) }
            } catch is MergeConflictError {
                context.refreshAllObjects()  // Keeps the changes, so the next save can succeed.
                try context.save()
            }
            // End
            #expect(!context.hasChanges && hero.name == "Batgirl" && hero.universe == 2)
        }

        @Test("The example of a deletion nullifies and cascades")
        func deleting() throws {
            let notebook = Notebook(context: context)
            notebook.notes = [Note(context: context), Note(context: context)]
            try context.save()
            // Example: ManagedObjectContext.delete
            context.delete(team)  // Nullify: its heroes stay, without the team.
            context.delete(notebook)  // Cascade: its notes are also deleted.
            try context.save()
            // End
            #expect(hero.teams.isEmpty)
            #expect(try context.count(for: Note.fetchRequest()) == 0)
        }

        @Test("The example of undo restores the old values, group by group")
        func undoing() {
            // Example: ManagedObjectContext.undo
            context.undoHistory = UndoHistory(levelsOfUndo: 20)
            hero.name = "Oracle"
            context.processPendingChanges()  // Ends the undo group.
            hero.universe = 2
            context.undo()  // The old universe
            context.undo()  // The old name
            // End
            #expect(hero.name == "Barbara" && hero.universe == 1)
        }

        @Test("The examples of a rollback and a reset discard changes and objects")
        func discarding() {
            // Example: ManagedObjectContext.rollback
            hero.name = "Oracle"
            context.rollback()
            print(hero.name, context.hasChanges)  // Barbara false
            // End
            #expect(hero.name == "Barbara")
            // Example: ManagedObjectContext.reset
            let heroID = hero.objectID
            context.reset()  // Don't use the hero after this line.
            let sameHero = context.object(with: heroID)
            // End
            #expect(sameHero !== hero)
        }

        @Test("The example of a refresh keeps or discards pending changes")
        func refreshing() throws {
            try change { $0.universe = 2 }
            // Example: ManagedObjectContext.refresh
            hero.name = "Oracle"
            context.refresh(hero, mergeChanges: true)  // Keeps the name, and reads what others saved.
            context.refresh(hero, mergeChanges: false)  // Discards the name.
            // End
            #expect(hero.name == "Barbara" && hero.universe == 2)
        }

        @Test("The examples of identities return a fault and an existing object")
        func objectsOfIDs() throws {
            let heroID = hero.objectID
            let context = container.newContext()
            // Example: ManagedObjectContext.object
            let hero = context.object(with: heroID)  // A fault: nothing is read yet.
            print(hero.isFault)  // true
            // End
            #expect(hero.isFault)
            // Example: ManagedObjectContext.existingObject
            let stored = try context.existingObject(with: heroID) as? Hero  // Throws an error if there is none.
            // End
            #expect(stored === hero && !hero.isFault)
        }

        @Test("The example of permanent identities returns a URI that stays valid after the save")
        func permanentIDs() throws {
            // Example: ManagedObjectContext.obtainPermanentIDs
            let note = Note(context: context)
            try context.obtainPermanentIDs(for: [note])
            let link = note.objectID.uriRepresentation()  // Stays valid after the save.
            // End
            try context.save()
            #expect(link == note.objectID.uriRepresentation())
        }

        @Test("The example of merging changes shows what a batch update has written")
        func merging() throws {
            // Example: ManagedObjectContext.mergeChanges
            var request = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
            request.resultType = .objectIDs
            if case .objectIDs(let objectIDs) = try context.execute(request) {
                context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
            }
            // End
            #expect(hero.universe == 3)
        }

        @Test("The example of merge policies keeps the stored value of each conflicting property")
        func mergePolicies() throws {
            // Example: MergePolicy
            context.mergePolicy = .mergeByPropertyStoreTrump
            hero.name = "Oracle"  // Meanwhile, another context saves "Batgirl".
            hero.universe = 2
            try context.save()  // Saves "Batgirl" in universe 2.
            // End
            try change { $0.name = "Batgirl" }
            hero.name = "Robin"
            hero.universe = 4
            try context.save()
            #expect(hero.name == "Batgirl" && hero.universe == 4)
        }

        @Test("The example of a merge policy of your own chooses by conflict and by property")
        func policiesThatDecide() throws {
            let note = Note(context: context)
            note.title = "first"
            try context.save()
            // Example: MergePolicy.init
            context.mergePolicy = MergePolicy(
                deciding: { conflicts in
                    conflicts.contains { $0.newVersionNumber == 0 } ? .error : .mergeByPropertyObjectTrump
                },
                afterMerging: { context in
                    for case let note as Note in context.updatedObjects { note.isMerged = true }
                })
            // End
            let other = container.newContext()
            other.counterpart(of: note).createdAt = nil
            try other.save()
            note.title = "second"
            try context.save()
            #expect(note.isMerged && note.title == "Second" && note.createdAt == nil)
        }
    }
}
