import Foundation
import ObjectGraph
import StoreExchange
import TestSupport
import Testing

@testable import StoreStudio

/// Labels, orders, imports, and cancellation, without a page.
struct SessionToolTests {
    private func question(_ entity: String) throws -> StudioQuery {
        try JSONDecoder().decode(StudioQuery.self, from: Data(#"{"entity": "\#(entity)"}"#.utf8))
    }

    private func rows(_ session: StudioSession, _ entity: String) async throws -> [RowsResponse.Row] {
        try await session.rows(try question(entity), columns: [], offset: 0, limit: 100).rows
    }

    @Test("The first entity to show is the first one with objects", arguments: Library.Kind.allCases)
    func firstEntity(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        #expect(try await library.session(isReadOnly: true).overview().first == "Book")
        let container = try library.container()
        let context = container.newContext()
        for book in try context.fetch(FetchRequest<ManagedObject>(entityName: "Book")) {
            book.setValue(Set<ManagedObject>(), forKey: "tags")
            context.delete(book)
        }
        try context.save()
        #expect(try await library.session(isReadOnly: true).overview().first == "Shelf")
        // It stays open: closing it would write to the file at the same time.
        withExtendedLifetime(container) {}
    }

    @Test("Objects are named by a chosen attribute, by a text, or by several values, and never by a number alone")
    func labels() async throws {
        let library = try Library(.json)
        do {
            let context = try library.container().newContext()
            context.insertNewObject(forEntityName: "Book").setValuesForKeys(["title": "", "pages": 11])
            try context.save()
        }
        let session = try library.session()
        let title = try await rows(session, "Novel").map(\.label)
        #expect(title == ["Emma"])
        let before = await session.state().revision
        #expect(try await session.label("Book", by: "pages").label == "pages")
        #expect(await session.state().revision > before)
        // Also for the entities below it.
        #expect(try await rows(session, "Novel").map(\.label) == ["474"])
        _ = try await session.label("Book", by: "bought")
        #expect(try await rows(session, "Novel").map(\.label) == ["2023-03-08 20:26"])
        // Without a value, a text takes its place, and without a text, several values.
        let books = try await rows(session, "Book").map(\.label)
        #expect(books.contains("Book 0") && books.contains("pages 11"))
        #expect(try await session.label("Book", by: nil).label == "title")
        #expect(try await rows(session, "Novel").map(\.label) == ["Emma"])
        await #expect(throws: StudioError.self) { try await session.label("Book", by: "shelf") }
        await #expect(throws: StudioError.self) { try await session.label("Nothing", by: nil) }
    }

    @Test("A destination moves within an ordered relationship, and a wrong request changes nothing")
    func moving() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let shelf = try #require(try await rows(session, "Shelf").first { $0.label == "Novels" }).id
        func members() async throws -> [ObjectLink] {
            try await session.members(of: shelf, relationship: "books", offset: 0, limit: 9).members
        }
        let start = try await members()
        func move(_ link: ObjectLink, to place: Int) async throws {
            _ = try await session.change(
                .move(object: shelf, relationship: "books", destination: link.id, place: place))
        }
        try await move(start[0], to: 2)
        #expect(try await members().map(\.label) == [1, 2, 0, 3, 4].map { start[$0].label })
        try await move(start[4], to: -7)
        try await move(start[1], to: 99)
        #expect(try await members().map(\.label) == [4, 2, 0, 3, 1].map { start[$0].label })
        let tag = try #require(try await rows(session, "Tag").first).id
        for (relationship, destination) in [("books", tag), ("books", "x"), ("name", start[0].id), ("", start[0].id)] {
            await #expect(throws: (any Error).self) {
                try await session.change(
                    .move(object: shelf, relationship: relationship, destination: destination, place: 0))
            }
        }
        #expect(try await members().map(\.label) == [4, 2, 0, 3, 1].map { start[$0].label })
    }

    @Test("An import into pending changes can be undone, and a file that cannot be used changes nothing")
    func importing() async throws {
        let library = try Library(.json)
        let session = try library.session()
        let csv = Data("name\nPoems\nx\n".utf8)
        let parameters = ImportParameters(entity: "Shelf", format: .csv)
        let trial = try await session.importRows(csv, parameters, isDryRun: true)
        #expect(trial.insertedCount == 1 && trial.rejected.map(\.line) == [3] && trial.state.pendingCount == 0)
        let made = try await session.importRows(csv, parameters, isDryRun: false)
        #expect(made.insertedCount == 1 && made.rejectedCount == 1 && made.state.pendingCount == 1)
        #expect(try await rows(session, "Shelf").map(\.label).contains("Poems"))
        #expect(try await session.change(.undo).pendingCount == 0)
        for (entity, text, mapping) in [
            ("Shelf", "", nil), ("Nothing", "name\nPoems\n", nil), ("Shelf", "name\nPoems\n", "{"),
            ("Shelf", "name\nPoems\n", #"{"properties": {"nothing": "name"}}"#),
        ] as [(String, String, String?)] {
            await #expect(throws: StudioError.self) {
                try await session.importRows(
                    Data(text.utf8), ImportParameters(entity: entity, format: .csv, mapping: mapping), isDryRun: false)
            }
        }
        #expect(await session.state().pendingCount == 0)
        let readOnly = try library.session(isReadOnly: true)
        await #expect(throws: StudioError.self) { try await readOnly.importRows(csv, parameters, isDryRun: true) }
    }

    @Test("Canceled work ends without an answer, and says how far it was", arguments: Library.Kind.allCases)
    func cancellation(_ kind: Library.Kind) async throws {
        let library = try Library(kind, bookCount: 2_000)
        let session = try library.session(isReadOnly: true)
        let asked = try question("Book")
        let done = StudioWork()
        let statistics = try await done.run { try await session.statistics(asked, key: "pages") }
        #expect(statistics.examinedCount == 2_000)
        #expect(done.progress.totalCount == 2_000 && done.progress.completedCount > 1_000)
        let work = StudioWork()
        work.cancel()
        await #expect(throws: CancellationError.self) {
            try await work.run { try await session.statistics(asked, key: "pages") }
        }
        await #expect(throws: CancellationError.self) {
            try await work.run { try await session.export(asked, columns: ["title"], asCSV: true) }
        }
        // The next question is answered.
        #expect(try await session.count(asked).count == 2_000)
    }
}
