import Foundation
import ObjectGraph
import TestSupport
import Testing

extension DocumentationExamples {
    /// What leaves a context: identities, tokens, values, errors, and events.
    @Suite struct ValueTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext

        /// A hero and a note, saved.
        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
            Hero(context: context).name = "Batgirl"
            let notebook = Notebook(context: context)
            notebook.title = "Cases"
            Note(context: context).notebook = notebook
            try context.save()
        }

        @Test("The example of a background context returns values of objects")
        func aBackgroundContext() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            // Example: BackgroundContext
            let background = container.newBackgroundContext()
            let names = try await background.perform { context in
                try context.fetch(Hero.fetchRequest()).map(\.name)  // Objects stay inside, and their values can leave.
            }
            // End
            #expect(names == [])
        }

        @Test("The example of an observation receives an event")
        func anObservation() {
            // Example: ManagedObjectContext.observe
            let observation = context.observe { event in
                if case .objectsDidChange(let change) = event { print(change.inserted.count, "new objects") }
            }
            // End
            withExtendedLifetime(observation) {
                Hero(context: context).name = "Robin"
                context.processPendingChanges()
            }
            #expect(context.insertedObjects.count == 1)
        }

        @Test("The examples of a plan and of IDs say how a fetch works, and what it finds")
        func aPlan() throws {
            // Example: ManagedObjectContext.explain
            let request = FetchRequest<Hero>(predicate: #Predicate { $0.name == "Batgirl" })
            print(try context.explain(request))  // Whether it uses an index, and how many objects it examines
            // End
            // Example: ManagedObjectContext.fetchObjectIDs
            let heroIDs = try context.fetchObjectIDs(FetchRequest<Hero>())  // Unlike objects, IDs can go to any task.
            // End
            #expect(try context.fetchObjectIDs(request) == heroIDs && heroIDs.count == 1)
        }

        @Test("The example of validation errors names what is wrong")
        func invalidObjects() throws {
            let model = ManagedObjectModel(
                Model(
                    name: "Names",
                    entities: [
                        Entity(
                            name: "Name",
                            attributes: ["given", "family"].map { Attribute(name: $0, type: .string) })
                    ]))
            let context = try PersistentContainer(model: model, store: .inMemory).newContext()
            _ = context.insertNewObject(forEntityName: "Name")
            // Example: ValidationErrors
            do {
                try context.save()
            } catch let errors as ValidationErrors {
                for error in errors.errors { print(error.objectID, error.key, error.message) }
            }
            // End
            #expect(throws: ValidationErrors.self) { try context.save() }
        }

        @Test("The examples of the history find changes after a date and after a saved token")
        func theHistory() throws {
            let folder = try TemporaryFolder()
            let tokenURL = folder.url.appending(path: "token.json")
            try container.persistentStoreCoordinator.setTracksHistory(true)
            Hero(context: context).name = "Robin"
            try context.save()
            // Example: PersistentHistoryChangeRequest
            var request = PersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -86_400))
            request.resultType = .objectIDs
            let changedToday = try context.execute(request)
            // End
            guard case .objectIDs(let objectIDs) = changedToday else {
                Issue.record("the result is not the IDs of changed objects")
                return
            }
            #expect(objectIDs.count >= 1)
            // Example: PersistentHistoryToken
            let token = container.persistentStoreCoordinator.currentPersistentHistoryToken
            try JSONEncoder().encode(token).write(to: tokenURL)
            let saved = try JSONDecoder().decode(PersistentHistoryToken?.self, from: Data(contentsOf: tokenURL))
            let changes = try context.execute(PersistentHistoryChangeRequest.fetchHistory(after: saved))
            // End
            guard case .transactionsAndChanges([]) = changes else {
                Issue.record("something has changed after the token")
                return
            }
        }

        @Test("The examples of an order and a condition find a note")
        func requests() throws {
            // Example: ModelSortDescriptor
            var request = FetchRequest<Note>()
            request.sortDescriptors = [
                ModelSortDescriptor<Note>(key: "notebook.title", comparison: .localizedStandard),
                ModelSortDescriptor<Note>(key: "createdAt", ascending: false),
            ]
            // End
            #expect(try context.fetch(request).count == 1)
            // Example: Predicate.format
            request.predicate = try .format("notebook.title IN %@ AND createdAt < %@", ["Cases", "Clues"], Date())
            // End
            #expect(try context.fetch(request).map(\.notebook?.title) == ["Cases"])
        }

        @Test("The example of an ID finds the same object by its link")
        func aLink() throws {
            let hero = try #require(try context.fetch(FetchRequest<Hero>()).first)
            // Example: ObjectID
            let link = hero.objectID.uriRepresentation()  // x-coredata://7B0C…/Hero/p1
            let objectID = ObjectID(uriRepresentation: link)
            let sameHero = try objectID.map { try context.existingObject(with: $0) }
            // End
            #expect(sameHero === hero)
        }

        struct Color: Equatable {
            var red, green, blue: UInt8
        }

        // Example: AttributeTransformer
        struct ColorTransformer: AttributeTransformer {
            func data(from color: Color) -> Data { Data([color.red, color.green, color.blue]) }

            func value(from data: Data) throws -> Color {
                guard data.count == 3 else { throw CocoaError(.coderReadCorrupt) }
                return Color(red: data[0], green: data[1], blue: data[2])
            }
        }
        // End

        @Test("The example of a transformer restores a value")
        func aTransformer() throws {
            let (transformer, color) = (ColorTransformer(), Color(red: 1, green: 2, blue: 3))
            #expect(try transformer.value(from: transformer.data(from: color)) == color)
            #expect(throws: CocoaError.self) { try transformer.value(from: Data()) }
        }
    }
}
