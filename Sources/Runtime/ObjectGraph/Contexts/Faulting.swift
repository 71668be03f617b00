/// How a context reads what has not been loaded.
///
/// ```swift
/// if context.faulting == .explicit { try context.load(heroes, [\.teams]) }
/// return heroes.flatMap { hero in hero.teams.map(\.name) }
/// ```
public enum Faulting: Sendable {
    /// A fault is read from its store when you touch it, as in Core Data. The accessor waits for the store, and if the
    /// store can't be read, the program stops; see ``ManagedObjectContext/shouldDeleteUnreadableFaults``.
    case automatic
    /// Touching something in a store that is queried, before it was loaded, is a programming error, which stops the
    /// program with a message that names the object, the property, and the missing call.
    /// An accessor then never waits for a store.
    ///
    /// Setting a relationship also changes its inverse, so load the inverse of the objects that the relationship leads
    /// to, before and after. To set the owner of a note, load the notes of the old owner and of the new one.
    case explicit
}
