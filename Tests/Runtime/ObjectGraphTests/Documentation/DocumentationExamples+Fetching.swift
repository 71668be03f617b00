import Foundation
import ModelExpressions
import ObjectGraph
import Testing

extension DocumentationExamples {
    /// Requests, and results that follow changes.
    @Suite struct FetchTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext

        /// Two heroes in two universes, and a note, all saved.
        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
            for (number, name) in ["Batgirl", "Robin"].enumerated() {
                let hero = Hero(context: context)
                hero.name = name
                hero.universe = Int32(number + 1)
            }
            let notebook = Notebook(context: context)
            notebook.title = "Cases"
            Note(context: context).notebook = notebook
            try context.save()
        }

        @Test("The example of a fetch request sorts and limits the matching objects")
        func aRequest() throws {
            // Example: FetchRequest
            var request = FetchRequest<Hero>()
            request.predicate = #Predicate { $0.universe == 1 || $0.teams.isEmpty }
            request.sortDescriptors = [SortDescriptor(\.universe), SortDescriptor(\.name, order: .reverse)]
            request.fetchLimit = 10
            let heroes = try context.fetch(request)
            // End
            #expect(heroes.map(\.name) == ["Batgirl", "Robin"])
        }

        @Test("The example of a fetch of values decodes the names of heroes and teams")
        func values() throws {
            let hero = try #require(try context.fetch(FetchRequest<Hero>()).first)
            let team = Team(context: context)
            team.name = "Birds of Prey"
            hero.teams.insert(team)
            try context.save()
            // Example: ManagedObjectContext.fetch
            struct HeroAnswer: Codable {
                var name: String
                var teams: [TeamAnswer]

                struct TeamAnswer: Codable { var name: String }
            }
            let answers = try context.fetch(FetchRequest<Hero>(), as: HeroAnswer.self)
            // End
            #expect(answers.map(\.name) == ["Batgirl", "Robin"])
            #expect(answers.map { $0.teams.map(\.name) } == [["Birds of Prey"], []])
        }

        private struct HeroAnswer: Codable { var name: String }

        @Test("The examples of asynchronous fetches of values decode the names of heroes")
        @MainActor func asynchronousValues() async throws {
            let (context, background) = (container.viewContext, container.newBackgroundContext())
            do {
                // Example: ManagedObjectContext.fetchAsynchronously
                let answers = try await context.fetchAsynchronously(FetchRequest<Hero>(), as: HeroAnswer.self)
                // End
                #expect(answers.map(\.name) == ["Batgirl", "Robin"])
            }
            // Example: BackgroundContext.fetch
            let answers = try await background.fetch(Hero.fetchRequest(), as: HeroAnswer.self)
            // End
            #expect(answers.map(\.name) == ["Batgirl", "Robin"])
        }

        @Test("The example of batches changes every object")
        func batchesOfMany() throws {
            // Example: ManagedObjectContext.forEachBatch
            try context.forEachBatch(of: FetchRequest<Hero>(), size: 1000) { heroes in
                for hero in heroes { hero.universe = 1 }
                try context.save()
            }
            // End
            #expect(try context.fetch(FetchRequest<Hero>()).allSatisfy { $0.universe == 1 })
        }

        @Test("The example of result types counts objects")
        func forms() throws {
            var request = FetchRequest<Hero>()
            // Example: FetchRequest.resultType
            request.resultType = .count
            if case .count(let count) = try context.execute(request) { print("\(count) heroes") }
            // End
            guard case .count(2) = try context.execute(request) else {
                Issue.record("the result is not the number of heroes")
                return
            }
        }

        @Test("The example of a fetch batch size fetches objects in batches")
        func batches() throws {
            var request = FetchRequest<Note>(sortDescriptors: [SortDescriptor(\.createdAt)])
            // Example: FetchRequest.fetchBatchSize
            request.fetchBatchSize = 50  // A list that shows 50 notes at a time reads 50 at a time.
            // End
            #expect(try context.fetch(request).count == 1)
        }

        @Test("The example of prefetching reads the destinations with the objects")
        func prefetching() throws {
            var request = FetchRequest<Note>()
            // Example: FetchRequest.relationshipKeyPathsForPrefetching
            request.relationshipKeyPathsForPrefetching = ["notebook"]
            for note in try context.fetch(request) { print(note.notebook?.title ?? "None") }  // Reads nothing more.
            // End
            #expect(try context.fetch(request).compactMap(\.notebook?.title) == ["Cases"])
        }

        @Test("The example of properties to fetch returns dictionaries of them")
        func properties() throws {
            var request = FetchRequest<Note>()
            // Example: FetchRequest.propertiesToFetch
            request.propertiesToFetch = ["createdAt", "notebook.title"]
            let titles = try context.fetchDictionaries(request).map { $0["notebook.title"] as? String }
            // End
            #expect(titles == ["Cases"])
        }

        @Test("The example of grouping returns a row for each group")
        func groups() throws {
            var request = FetchRequest<Hero>()
            // Example: FetchRequest.propertiesToGroupBy
            request.propertiesToGroupBy = ["universe"]
            request.propertiesToFetch = ["universe"]
            request.expressionsToFetch = [
                FetchedExpression(name: "heroes", expression: try ModelExpression(format: "count:(name)"))
            ]
            let rows = try context.fetchDictionaries(request)  // [["universe": 1, "heroes": 1], …]
            // End
            #expect(rows.count == 2 && rows[0]["heroes"] as? Int64 == 1)
        }

        @Test("The example of pending changes counts with and without a new object")
        func pendingChanges() throws {
            _ = Note(context: context)
            var request = FetchRequest<Note>()
            // Example: FetchRequest.includesPendingChanges
            let all = try context.count(for: request)
            request.includesPendingChanges = false
            let saved = try context.count(for: request)  // Without the new note
            // End
            #expect(all == 2 && saved == 1)
        }

        @Test("The example of a batch insertion inserts objects")
        func batchInsertions() throws {
            // Example: BatchInsertRequest
            let names = ["Oracle", "Huntress"]
            var request = BatchInsertRequest(entityName: "Hero", objects: names.map { ["name": $0] })
            request.resultType = .count
            let result = try context.execute(request)  // .count(2)
            // End
            #expect(result == .count(2))
        }

        @Test("The example of a batch update evaluates an expression for each object")
        func batchUpdates() throws {
            // Example: BatchUpdateRequest
            let request = BatchUpdateRequest(
                entityName: "Hero", predicate: #Predicate<Hero> { $0.name == "Robin" },
                propertiesToUpdate: ["universe": try ModelExpression(format: "universe + 1")])
            let result = try context.execute(request)
            // End
            #expect(result == .statusOnly)
        }

        @Test("The example of a batch deletion returns the identities of deleted objects")
        func batchDeletions() throws {
            // Example: BatchDeleteRequest
            let lastYear = Date(timeIntervalSinceNow: -365 * 86_400)
            let old = try FetchRequest<Note>(predicate: .format("createdAt < %@", lastYear))
            var request = BatchDeleteRequest(fetchRequest: old)
            request.resultType = .objectIDs
            let result = try context.execute(request)
            // End
            #expect(result == .objectIDs([]))
        }

        @Test("The example of a fetched results controller divides objects into sections")
        func results() throws {
            // Example: FetchedResultsController
            let controller = try FetchedResultsController(
                fetchRequest: FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.universe), SortDescriptor(\.name)]),
                managedObjectContext: context, sectionNameKeyPath: "universe")
            try controller.performFetch()
            let first = controller.object(at: IndexPath(row: 0, section: 0))
            // End
            #expect(first.name == "Batgirl")
            // Example: FetchedResultsController.sections
            for section in controller.sections ?? [] { print(section.name, section.objects.map(\.name)) }
            // End
            #expect(controller.sections?.map(\.name) == ["1", "2"])
        }

        // Example: FetchedResultsControllerDelegate
        final class HeroList: FetchedResultsControllerDelegate {
            private(set) var insertedPaths: [IndexPath] = []

            func controller(
                _ controller: FetchedResultsController<Hero>, didChange hero: Hero, at indexPath: IndexPath?,
                for type: FetchedResultsChangeType, newIndexPath: IndexPath?
            ) {
                if type == .insert, let newIndexPath { insertedPaths.append(newIndexPath) }
            }
        }
        // End

        @Test("The examples of a delegate and of snapshots receive changes to the result")
        func following() async throws {
            let controller = try FetchedResultsController(
                fetchRequest: FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.name)]),
                managedObjectContext: context)
            let list = HeroList()
            controller.delegate = list
            try controller.performFetch()
            Hero(context: context).name = "Oracle"
            context.processPendingChanges()
            #expect(list.insertedPaths == [IndexPath(row: 1, section: 0)])
            var counts: [Int] = []
            // Example: FetchedResultsController.snapshots
            for await snapshot in controller.snapshots {
                counts.append(snapshot.objectIDs.count)
                if snapshot.objectIDs.count == 3 { break }
            }
            // End
            #expect(counts == [3])
        }
    }
}
