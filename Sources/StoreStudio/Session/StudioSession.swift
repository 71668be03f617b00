import FileAccess
import Foundation
import ModelSchema
import ObjectGraph

/// One store that is looked at and changed: what the pages of all tabs share.
///
/// All work is done in one context, so that rules and inverses hold as they do in apps. Changes are pending until they are
/// saved, whichever tab made them.
package actor StudioSession {
    let store: StudioStore
    var container: PersistentContainer
    var context: ManagedObjectContext
    /// Why nothing can be changed; nil where it can.
    private(set) var readOnlyReason: String?
    /// Another number whenever what pages show may have changed.
    var revision = 1
    /// What has become of the store's file, as a sentence for people; nil while all is well.
    var trouble: String?
    var stamps: [FileStamp?] = []
    /// Whether files have changed when it was looked last.
    var isLookingAgain = false
    /// The file that was opened.
    private(set) var openedFile: FileStamp?
    /// How often somebody had committed when pages were told last.
    var knownCommitCount: Int

    /// Opens the store: for writing unless that is not wanted, or cannot be.
    ///
    /// - Throws: The store's error when it cannot be read.
    package init(_ store: StudioStore, isReadOnly: Bool) throws {
        self.store = store
        if isReadOnly {
            container = try store.open(true)
            readOnlyReason = "You opened it with --read-only."
        } else {
            do {
                container = try store.open(false)
            } catch {
                guard let reason = store.readOnlyReason(error) else { throw error }
                container = try store.open(true)
                readOnlyReason = reason
            }
        }
        context = Self.newContext(of: container)
        stamps = store.stamps
        openedFile = stamps.first ?? nil
        knownCommitCount = container.persistentStoreCoordinator.commitCount
    }

    var model: ManagedObjectModel { context.managedObjectModel }

    /// Opens the store again to be read, after its file was replaced.
    func reopen() throws {
        container = try store.open(true)
        context = Self.newContext(of: container)
        openedFile = store.stamps.first ?? nil
    }

    static func newContext(of container: PersistentContainer) -> sending ManagedObjectContext {
        let context = container.newContext()
        context.undoHistory = UndoHistory()
        context.name = "modelgen studio"
        context.transactionAuthor = "modelgen studio"
        // One row that cannot be read is no reason to stop showing the others.
        context.shouldDeleteUnreadableFaults = true
        return context
    }

    /// An object that the page names by its URI.
    ///
    /// - Throws: ``StudioError`` when there is none.
    func object(_ id: String) throws -> ManagedObject {
        guard let uri = URL(string: id) else { throw StudioError("'\(id)' is not the URI of an object") }
        if let new = context.insertedObjects.first(where: { $0.objectID.uriRepresentation() == uri }) { return new }
        guard let objectID = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri),
            !objectID.isTemporaryID
        else { throw StudioError("the store has no object '\(id)'") }
        if let deleted = context.deletedObjects.first(where: { $0.objectID == objectID }) { return deleted }
        return try context.existingObject(with: objectID)
    }

    func entity(_ name: String) throws -> EntityDescription {
        guard let entity = model.entitiesByName[name] else { throw StudioError("the model has no entity '\(name)'") }
        return entity
    }
}

/// Something that the page asks for and that cannot be.
package struct StudioError: Error, Sendable, CustomStringConvertible {
    package var description: String
    /// The property that it is about.
    package var key: String?
    /// The place in the predicate, in characters from 1.
    package var column: Int?

    init(_ description: String, key: String? = nil, column: Int? = nil) {
        self.description = description
        self.key = key
        self.column = column
    }
}
