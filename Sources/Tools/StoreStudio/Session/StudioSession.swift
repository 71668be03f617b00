import FileAccess
package import Foundation
import ModelSchema
package import ObjectGraph

/// A session with one store, which the pages of all tabs share.
///
/// The session uses one context, so rules and inverses work as they do in apps. Changes stay pending until someone
/// saves them, whichever tab made them.
package actor StudioSession {
    let store: StudioStore
    var container: PersistentContainer
    var context: ManagedObjectContext
    /// The reason why the store cannot be changed; nil if it can.
    private(set) var readOnlyReason: String?
    /// A number that increases whenever the contents of pages may have changed.
    var revision = 1
    /// A problem of the store's file, as a sentence for people.
    var trouble: String?
    var stamps: [FileStamp?] = []
    /// Whether the files had changed at the last check.
    var isLookingAgain = false
    /// The file that was opened.
    private(set) var openedFile: FileStamp?
    /// The number of commits when pages were last informed.
    var knownCommitCount: Int

    /// Opens the store for writing, unless it is or must be read-only.
    ///
    /// - Throws: The store's error if it cannot be read.
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

    var labels = ObjectLabels()
    /// The changes in the undo history.
    var steps = UndoSteps()
    /// Increases when the contents change without an undo step: with saves, also by other programs, and with discards.
    var contentsNumber = 0
    /// The objects that this session has saved as new ones, by their temporary URIs, which other pages may still have.
    var savedObjectIDs: [String: ObjectID] = [:]
    /// The changed objects that others have saved, too, as long as nobody has chosen between the two versions. A save
    /// asks first, since it would not detect a conflict: the context already has these values.
    var unseenObjectIDs: Set<ObjectID> = []

    var model: ManagedObjectModel { context.managedObjectModel }

    /// Opens the store again for reading, after its file was replaced.
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
        // One unreadable row does not prevent showing the others.
        context.shouldDeleteUnreadableFaults = true
        return context
    }

    /// The object with a URI.
    ///
    /// - Throws: ``StudioError`` if there is none.
    func object(_ id: String) throws -> ManagedObject {
        try object(
            id, newObject: { uri in context.insertedObjects.first { $0.objectID.uriRepresentation() == uri } },
            deletedObject: { objectID in context.deletedObjects.first { $0.objectID == objectID } })
    }

    /// The objects with some URIs, in their order.
    ///
    /// - Throws: ``StudioError`` if there is no object with one of them.
    func objects(_ ids: [String]) throws -> [ManagedObject] {
        // Looking through all new or deleted objects for each takes minutes if there are many.
        let new = Dictionary(
            context.insertedObjects.map { ($0.objectID.uriRepresentation(), $0) },
            uniquingKeysWith: { first, _ in first })
        let deleted = Dictionary(
            context.deletedObjects.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
        return try ids.map { id in
            try object(id, newObject: { new[$0] }, deletedObject: { deleted[$0] })
        }
    }

    private func object(
        _ id: String, newObject: (URL) -> ManagedObject?, deletedObject: (ObjectID) -> ManagedObject?
    ) throws -> ManagedObject {
        guard let uri = URL(string: id) else { throw StudioError("'\(id)' is not the URI of an object") }
        if let new = newObject(uri) { return new }
        guard
            let objectID = savedObjectIDs[id]
                ?? container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri),
            !objectID.isTemporaryID
        else { throw StudioError("the store has no object '\(id)'") }
        if let deleted = deletedObject(objectID) { return deleted }
        return try context.existingObject(with: objectID)
    }

    func entity(_ name: String) throws -> EntityDescription {
        guard let entity = model.entitiesByName[name] else { throw StudioError("the model has no entity '\(name)'") }
        return entity
    }
}

extension EntityDescription {
    /// - Throws: ``StudioError`` if the entity does not have the attribute.
    func requiredAttribute(_ name: String) throws -> Attribute {
        if let attribute = attribute(named: name) { return attribute }
        throw StudioError("'\(self.name)' has no attribute '\(name)'", key: name)
    }

    /// - Throws: ``StudioError`` if the entity does not have the relationship.
    func requiredRelationship(_ name: String) throws -> RelationshipDescription {
        if let relationship = relationship(named: name) { return relationship }
        throw StudioError("'\(self.name)' has no relationship '\(name)'", key: name)
    }
}

/// A request of a page that cannot be fulfilled.
package struct StudioError: Error, Sendable, CustomStringConvertible {
    package var description: String
    /// The affected property.
    package var key: String?
    /// The place in the predicate, in characters from 1.
    package var column: Int?
    /// The value that somebody else has given to the property meanwhile.
    package var present: Cell?
    /// The number of the step of another page, which a page must send if it is to be undone or redone anyway.
    package var step: Int?
    /// Whether what the page has shown before a request is not what it would do now, so the page must ask again.
    package var isOutdated = false

    init(
        _ description: String, key: String? = nil, column: Int? = nil, present: Cell? = nil, step: Int? = nil,
        isOutdated: Bool = false
    ) {
        self.description = description
        self.key = key
        self.column = column
        self.present = present
        self.step = step
        self.isOutdated = isOutdated
    }
}

/// The store of a studio, and how to open it.
package struct StudioStore: Sendable {
    /// The name for people, such as that of the file.
    package var name: String
    /// The kind of store, such as `SQLite`.
    package var kind: String
    /// The file; nil for a store in a database.
    package var url: URL?
    package var open: @Sendable (_ isReadOnly: Bool) throws -> PersistentContainer
    /// The reason why a store is read-only, from the error of opening it for writing; nil for any other error.
    package var readOnlyReason: @Sendable (any Error) -> String?
    /// Reads what others have saved. Throws the reason if a store cannot, and therefore keeps its last state.
    package var follow: @Sendable (PersistentContainer) throws -> Void
    /// How long a save tries again while others have locked what it writes.
    package var lockWait = Duration.seconds(5)

    /// How long the store should wait for a lock of others, in milliseconds: all pages wait that long, because they
    /// share a context.
    package static let lockTimeoutMilliseconds = 1_000

    package init(
        name: String, kind: String, url: URL?,
        open: @escaping @Sendable (_ isReadOnly: Bool) throws -> PersistentContainer,
        readOnlyReason: @escaping @Sendable (any Error) -> String?,
        follow: @escaping @Sendable (PersistentContainer) throws -> Void = { _ in }
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.open = open
        self.readOnlyReason = readOnlyReason
        self.follow = follow
    }

    /// The path of the file, or the name of a store in a database, whose connection string may contain secrets.
    var path: String { url?.path(percentEncoded: false) ?? name }

    /// The stamps of the files that change with each save, starting with the store's own; empty for a database.
    var stamps: [FileStamp?] {
        guard url != nil else { return [] }
        return [FileStamp(path)] + ["-wal", ".journal"].map { FileStamp(ofJournal: path + $0) }
    }
}
