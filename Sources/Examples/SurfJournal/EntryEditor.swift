import ObjectGraph

/// A sheet for editing one entry without changing the journal.
///
/// The entry belongs to a child of the journal's context. If you release the editor without saving, its changes are
/// lost, including new entries.
@MainActor
final class EntryEditor {
    let entry: JournalEntry
    private let context: ManagedObjectContext
    private let journal: Journal

    /// Edits the child context's counterpart of an entry in the journal.
    init(editing entry: JournalEntry, of journal: Journal) {
        context = ManagedObjectContext(parent: journal.context)
        self.entry = context.counterpart(of: entry)
        self.journal = journal
    }

    /// Edits a new entry.
    init(addingTo journal: Journal) {
        context = ManagedObjectContext(parent: journal.context)
        entry = JournalEntry(context: context)
        self.journal = journal
    }

    /// Saves the changes to the journal's context, and then that context to the store.
    func save() throws {
        try context.save()
        try journal.save()
    }
}
