// swift-format-ignore-file
import CoreData
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])

// Superheroes: two lists with one delegate.
class Lists: DatabaseListener {
    var all: [String] = []
    var team: [String] = []

    func onTeamChange(change: DatabaseChange, teamHeroes: [Superhero]) { team = teamHeroes.map { $0.name ?? "" } }
    func onAllHeroesChange(change: DatabaseChange, heroes: [Superhero]) { all = heroes.map { $0.name ?? "" } }
}

do {
    let database = CoreDataController(folder: folder)
    let lists = Lists()
    database.addListener(listener: lists)
    print("heroes \(lists.all)")
    let hero = database.fetchAllHeroes()[0]
    print("added \(database.addHeroToTeam(hero: hero, team: database.defaultTeam))")
    database.persistentContainer.viewContext.processPendingChanges()
    print("team \(lists.team), universe \(hero.herouniverse)")
    print("again \(database.addHeroToTeam(hero: hero, team: database.defaultTeam))")
    database.deleteSuperhero(hero: database.fetchAllHeroes()[1])
    database.persistentContainer.viewContext.processPendingChanges()
    print("left \(lists.all)")
    database.cleanup()
}
print("after a restart \(CoreDataController(folder: folder).fetchTeamHeroes().map { $0.name ?? "" })")

// UberNotebook: values by keys, a controller that tells each change, cascading.
let app = NotebookApp(folder: folder)
app.createEntities()
print("notes \(try app.listNotes())")
let context = app.persistentContainer.viewContext
let notebook = try context.fetch(Notebook.fetchRequest() as NSFetchRequest<Notebook>)[0]
let notes = try app.follow(notebook)
let note = Note(context: context)
note.content = "eggs"
note.creationDate = Date(timeIntervalSinceNow: 60)
note.notebook = notebook
context.processPendingChanges()
notes.object(at: IndexPath(row: 1, section: 0)).content = "butter"
context.processPendingChanges()
context.delete(notes.object(at: IndexPath(row: 0, section: 0)))
context.processPendingChanges()
print("events \(app.events)")
context.delete(notebook)
app.saveContext()
print("notes left \(try context.count(for: Note.fetchRequest() as NSFetchRequest<Note>))")

// HardChoice: an entity of a context, a required destination, delete rules.
let choices = NSPersistentContainer(name: "HardChoice")
choices.persistentStoreDescriptions[0].type = NSInMemoryStoreType
choices.loadPersistentStores { _, error in precondition(error == nil) }
let choosing = choices.viewContext
let fetchRequest = NSFetchRequest<NSFetchRequestResult>()
fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Question", in: choosing)
fetchRequest.fetchBatchSize = 20
fetchRequest.sortDescriptors = [NSSortDescriptor(key: "content", ascending: true)]
let orphan = Choice(context: choosing)
orphan.name = "nowhere"
do {
    try choosing.save()
} catch let error as NSError {
    print("refused \(error.code) \(error.userInfo[NSValidationKeyErrorKey] ?? "")")
}
let question = Question(context: choosing)
question.content = "Tea or coffee?"
orphan.question = question
try choosing.save()
print("questions \(try choosing.fetch(fetchRequest).count), weight \(orphan.weight)")
choosing.delete(question)
try choosing.save()
print("choices left \(try choosing.count(for: NSFetchRequest<Choice>(entityName: "Choice")))")

// BookCatalogue: written in the background, read in the view context.
let catalogue = NSPersistentContainer(name: "BookCatalogue")
catalogue.persistentStoreDescriptions[0].type = NSInMemoryStoreType
catalogue.loadPersistentStores { _, error in precondition(error == nil) }
let writing = catalogue.newBackgroundContext()
try writing.performAndWait {
    for title in ["War and Peace", "Anna Karenina"] {
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: writing)
        book.setValue(title, forKey: "title")
        book.setValue("Leo Tolstoy", forKey: "author")
        book.setValue("novel", forKey: "genre")
    }
    try writing.save()
}
let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
books.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
let shelf = NSFetchedResultsController(
    fetchRequest: books, managedObjectContext: catalogue.viewContext, sectionNameKeyPath: nil,
    cacheName: "catalog.cache")
try shelf.performFetch()
print("books \(shelf.sections?[0].numberOfObjects ?? 0), first \(shelf.object(at: [0, 0]).value(forKey: "title") ?? "")")
