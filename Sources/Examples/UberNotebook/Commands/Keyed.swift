import ArgumentParser
import Foundation
import ObjectGraph

struct Keyed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add a notebook with a note, and list all notes, without the generated classes.",
        discussion: "Each run adds another notebook and another note, so the list grows.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The notebook's title.") var title: String
    @Argument(help: "The note.") var content: String

    @MainActor func run() async throws {
        let shelf = try NotebookShelf(options)
        let context = shelf.context
        let notebook = context.insertNewObject(forEntityName: "Notebook")
        notebook.setValue(title, forKey: "title")
        let note = context.insertNewObject(forEntityName: "Note")
        note.setValue(content, forKey: "content")
        note.setValue(Date(), forKey: "creationDate")
        note.setValue(notebook, forKey: "notebook")
        try shelf.saveContext()
        for note in try context.fetch(FetchRequest<ManagedObject>(entityName: "Note")) {
            let content = note.value(forKey: "content") as? String
            let notebook = note.value(forKey: "notebook") as? ManagedObject
            let title = notebook?.value(forKey: "title") as? String
            print("\(title ?? "-"): \(content ?? "-")")
        }
    }
}
