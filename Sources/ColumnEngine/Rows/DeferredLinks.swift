import Synchronization

/// Destinations that are read from a store when someone looks at them, and then stay as they were read.
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

    /// What they are, where that has been read.
    @usableFromInline
    package var known: Links? { found.withLock { $0 } }

    /// What they are. Reads them.
    @usableFromInline
    package var links: Links {
        if let known { return known }
        reader.stopping(at: source, "'\(relationship.name)'") { try Self.read([self]) }
        return known ?? Links(noneOf: relationship)
    }

    /// Reads those of several objects that have not been read, with one question for each relationship. Rows of destinations
    /// that come up are kept for whoever reads them.
    package static func read(_ deferred: [DeferredLinks]) throws {
        try read(deferred) { reader, rows in try reader.keep(rows) }
    }

    /// As ``read(_:)``.
    ///
    /// - Parameter receive: Is given the rows of destinations that came up, with the reader that they are of, instead of their
    ///   being kept. One question may give an object's row more than once.
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
