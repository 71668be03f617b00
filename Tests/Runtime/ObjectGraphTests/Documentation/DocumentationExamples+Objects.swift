import Foundation
import ObjectGraph
import Testing

extension DocumentationExamples {
    /// Objects, and their relationships.
    @Suite struct ObjectTests {
        private let container: PersistentContainer
        private let context: ManagedObjectContext

        init() throws {
            container = try PersistentContainer(model: .app, store: .inMemory)
            context = container.newContext()
        }

        @Test("The example of a handwritten class validates, and its objects can be saved")
        func aClassByHand() throws {
            let container = try PersistentContainer(model: .library, store: .inMemory)
            let context = container.newContext()
            let (book, author) = (Library.Book(context: context), Library.Author(context: context))
            book.title = "Emma"
            book.author = author
            author.name = "Jane"
            try context.save()
            #expect(book.title == "Emma" && book.author === author)
            var name: Any? = "  Jane "
            try author.validateValue(&name, forKey: "name")
            #expect(name as? String == "Jane")
            author.name = "Jane\nAusten"
            #expect(throws: HeroError.invalidName) { try context.save() }
        }

        @Test("The example of life cycle methods sets values on insertion and before a save")
        func hooks() throws {
            let note = Note(context: context)
            #expect(note.createdAt != nil)
            note.title = ""
            try context.save()
            #expect(note.title == "Untitled")
            context.delete(note)
            try context.save()
        }

        @Test("The example of validation refuses an object with conflicting properties")
        func validation() {
            let hero = Hero(context: context)
            hero.teams = [Team(context: context)]
            #expect(throws: HeroError.teamsWithoutUniverse) { try context.save() }
        }

        @Test("The examples of a to-many relationship assign, remove, and insert objects")
        func toMany() {
            let (hero, team, other) = (Hero(context: context), Team(context: context), Team(context: context))
            // Example: ToMany
            hero.teams = [team, other]
            for team in hero.teams { print(team.name, team.heroes.contains(hero)) }  // true
            hero.teams.remove(other)  // The hero is no longer in other.heroes.
            // End
            #expect(team.heroes.objects == [hero] && other.heroes.isEmpty)
            // Example: ToMany.insert
            let isNew = hero.teams.insert(team).inserted  // false: the hero is already in the team.
            // End
            #expect(!isNew)
        }

        @Test("The examples of an ordered to-many relationship insert and remove by index")
        func orderedToMany() {
            let notebook = Notebook(context: context)
            let (first, second, third) = (Note(context: context), Note(context: context), Note(context: context))
            // Example: OrderedToMany
            notebook.notes = [first, second]
            notebook.notes.insert(third, at: 0)
            print(notebook.notes[0] == third, third.notebook == notebook)  // true true
            notebook.notes.swapAt(1, 2)
            // End
            notebook.notes.swapAt(1, 2)
            #expect(notebook.notes.objects == [third, first, second])
            // Example: OrderedToMany.insert
            notebook.notes.insert(second, at: 0)  // No effect: the notebook has the note, so move it instead.
            // End
            #expect(notebook.notes.objects == [third, first, second])
            // Example: OrderedToMany.move
            notebook.notes.move(fromOffsets: [0], toOffset: notebook.notes.count)  // The first note is now last.
            // End
            #expect(notebook.notes.objects == [first, second, third])
            // Example: OrderedToMany.remove
            notebook.notes.remove(atOffsets: [0, 2])
            // End
            #expect(notebook.notes.objects == [second])
        }
    }
}
