import Synchronization

/// Destinations that are read from a store on first access and then do not change.
@usableFromInline
package final class DeferredLinks: Sendable {
    private let reader: ViewReader
    private let source: ObjectReference
    private let relationship: RelationshipDescription
    private let found = Mutex<Links?>(nil)

    package init(_ relationship: RelationshipDescription, of source: ObjectReference, _ reader: ViewReader) {
        self.relationship = relationship
        self.source = source
        self.reader = reader
    }

    /// The destinations, if they have been read.
    @usableFromInline
    package var known: Links? { found.withLock { $0 } }

    /// Whether the destinations may be those of a later state than the row that they belong to.
    package var mayBeLater: Bool { !reader.keepsState }

    /// The destinations, which are read if necessary. For accessors, which cannot report an error: a failure ends the
    /// program with a message.
    @usableFromInline
    package var links: Links {
        do {
            if let known { return known }
            return try StoreCancellation.ignoringCancellation { try read() }
        } catch {
            let (objectID, store) = (reader.layout.objectID(for: source), reader.layout.storeName(of: source))
            endProgram("'\(relationship.name)' of \(objectID) cannot be read from the store \(store): \(error)")
        }
    }

    /// The destinations, which are read if necessary.
    ///
    /// - Throws: The store's error.
    @usableFromInline
    package func read() throws -> Links {
        if let known { return known }
        try Self.read([self])
        return known ?? Links(noneOf: relationship)
    }

    /// Reads the unread destinations of several objects, with one question for each relationship. Keeps rows of
    /// destinations that the answers contain.
    package static func read(_ deferred: [DeferredLinks]) throws {
        try read(deferred) { reader, rows in try reader.keep(rows) }
    }

    /// As ``read(_:)``.
    ///
    /// - Parameter receive: Receives the rows of destinations with their reader, instead of keeping them. One question
    ///   can return an object's row more than once.
    package static func read(_ deferred: [DeferredLinks], _ receive: (ViewReader, [Row]) throws -> Void) throws {
        struct Question: Hashable {
            var reader: ObjectIdentifier
            var relationship: RelationshipDescription
        }
        let unread = deferred.filter { $0.known == nil }
        let questions = Dictionary(grouping: unread) {
            Question(reader: ObjectIdentifier($0.reader), relationship: $0.relationship)
        }
        for (question, members) in questions.sorted(by: { $0.key.relationship.index < $1.key.relationship.index }) {
            let reader = members[0].reader
            let (answers, rows) = try reader.links(of: question.relationship, from: members.map(\.source))
            for (member, links) in zip(members, answers) { member.found.withLock { $0 = $0 ?? links } }
            if !rows.isEmpty { try receive(reader, rows) }
        }
    }
}
