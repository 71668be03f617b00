import ObjectGraph

/// A sheet on which one entry is changed, while the journal stays as it is.
///
/// The entry lives in a child of the journal's context. Letting the editor go without a save leaves no trace of what was
/// done in it, new entries included.
@MainActor
final class EntryEditor {
    let entry: JournalEntry
    private let context: ManagedObjectContext
    private let journal: Journal

    /// Edits an entry of the journal: the same entry, as the child context has it.
    init(editing entry: JournalEntry, of journal: Journal) {
        context = ManagedObjectContext(parent: journal.context)
        self.entry = context.counterpart(of: entry)
        self.journal = journal
    }

    /// Edits an entry that the journal does not have yet.
    init(addingTo journal: Journal) {
        context = ManagedObjectContext(parent: journal.context)
        entry = JournalEntry(context: context)
        self.journal = journal
    }

    /// Hands the changes to the journal's context, and has that one write them. The first step alone stores nothing.
    func save() throws {
        try context.save()
        try journal.save()
    }
}
