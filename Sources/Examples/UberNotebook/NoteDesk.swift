import Foundation
import ObjectGraph

/// Performs typed commands on the notes of a notebook.
@MainActor
final class NoteDesk {
    private let notebook: Notebook
    private let shelf: NotebookShelf
    private let list: NoteList

    init(notebook: Notebook, shelf: NotebookShelf) throws {
        self.notebook = notebook
        self.shelf = shelf
        list = try NoteList(of: notebook, in: shelf.context)
    }

    func show() throws {
        for number in 0..<list.count { print("\(number + 1)  \(list.note(number: number + 1)?.content ?? "")") }
        print("\(notebook.title ?? "") (\(list.count))")
    }

    func perform(_ line: TypedLine) throws {
        switch line.verb {
        case "add": _ = Note(context: shelf.context, content: line.rest, creationDate: Date(), notebook: notebook)
        case "edit": change(line) { $0.content = $1 }
        case "touch": change(line) { note, _ in note.creationDate = Date() }
        case "delete": change(line) { note, _ in self.shelf.context.delete(note) }
        case "list": try show()
        case "discard": shelf.context.rollback()
        case "save": try shelf.saveContext()
        default: print("There is no command \(line.verb)")
        }
        // Each typed line is one change, and the list reports it now, before a save.
        shelf.context.processPendingChanges()
    }

    /// Saves unsaved notes, as an app does when it moves to the background.
    func finish() throws {
        print(shelf.context.hasChanges ? "Saving" : "Nothing to save")
        try shelf.saveContext()
    }

    private func change(_ line: TypedLine, _ body: (Note, String) -> Void) {
        guard let (number, text) = line.numbered, let note = list.note(number: number) else {
            print("There is no note \(line.rest)")
            return
        }
        body(note, text)
    }
}
