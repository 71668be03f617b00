import Foundation
import ObjectGraph
import StoreMigration
import Testing

/// Migrations of a one-to-many relationship that would lose its order.
struct LostOrderTests {
    private let shelf = """
        <entity name="Shelf">
            <relationship name="books" optional="YES" toMany="YES" ordered="YES" destinationEntity="Book"
                inverseName="shelf"/>
        </entity>
        <entity name="Book">
            <relationship name="shelf" optional="YES" maxCount="1" destinationEntity="Shelf" inverseName="books"/>
        </entity>
        """

    @Test(
        "The order of a one-to-many relationship is an obstacle if it becomes unordered, or only its inverse remains",
        arguments: StoreKind.allCases, [true, false])
    func anOrderOfOneToManyThatWouldBeLost(_ kind: StoreKind, remains: Bool) throws {
        let ordered = try ManagedObjectModel.version(shelf)
        let unordered = shelf.replacing(#" ordered="YES""#, with: "")
        let after = try ManagedObjectModel.version(
            remains
                ? unordered
                : unordered.replacing(/<relationship name="books"[^>]*>/, with: "")
                    .replacing(#" inverseName="books""#, with: ""))
        let store = try MigratedStore(kind)
        try store.session(ordered) { context in
            let books = try (1...3).map { _ in try context.make("Book", [:]) }
            try context.make("Shelf", ["books": [books[2], books[0], books[1]]])
            try context.save()
        }
        let files = try store.files.filter { !$0.key.hasSuffix(".lock") }
        let refusal = try #require(try store.refusal(after))
        #expect(
            refusal.obstacles.map(\.description) == [
                """
                Shelf.books: 1 object: the order of the destinations would be dropped; add 'Shelf.books' to the dropped \
                elements, or keep the relationship ordered
                """
            ])
        #expect(try store.files.filter { !$0.key.hasSuffix(".lock") } == files)
        try store.session(ordered) { context in
            try context.expect("Shelf", "books", ["Book/p3 Book/p1 Book/p2"])
        }
        try store.session(after, MigrationOptions(droppedElements: ["Shelf.books"])) { context in
            try context.expect("Book", "shelf", ["Shelf/p1", "Shelf/p1", "Shelf/p1"])
        }
    }

    @Test("A single destination has no order that would be lost", arguments: StoreKind.allCases)
    func anOrderOfOneDestination(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        try store.session(.version(shelf)) { context in
            try context.make("Shelf", ["books": [context.make("Book", [:])]])
            try context.save()
        }
        try store.session(.version(shelf.replacing(#" ordered="YES""#, with: ""))) { context in
            try context.expect("Shelf", "books", ["Book/p1"])
        }
    }

    @Test("A verification of a migration reports an order that would be lost", arguments: StoreKind.allCases)
    func anOrderThatAVerificationLoses(_ kind: StoreKind) throws {
        let after = try ManagedObjectModel.version(shelf.replacing(#" ordered="YES""#, with: ""))
        for seed: UInt64 in 1...5 {
            let store = try MigratedStore(kind)
            let outcome = try MigrationVerification(from: .version(shelf), to: after, seed: seed)
                .run { store.description($0) }
            #expect(outcome.droppedElements == ["Shelf.books"], "seed \(seed)")
            #expect(outcome.error == nil && outcome.differences == [], "seed \(seed)")
        }
    }
}
