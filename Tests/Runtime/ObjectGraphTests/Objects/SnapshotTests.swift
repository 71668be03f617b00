import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Generated structs of values.
struct SnapshotTests {
    let context: ManagedObjectContext
    let author: Author

    init() throws {
        context = try makeContext(.objects)
        author = Author(context: context, name: "Ada", biography: Data([1, 2]))
    }

    @Test("A snapshot holds the values of the time when it was taken")
    func aSnapshotHoldsTheValuesOfItsTime() {
        let snapshot = author.snapshot
        author.name = "Bo"
        #expect(snapshot.name == "Ada")
        #expect(snapshot.biography == Data([1, 2]))
        #expect(snapshot.objectID == author.objectID)
        #expect(snapshot != author.snapshot)
    }

    @Test("A snapshot holds relationships as identities")
    func relationshipsAreIdentities() throws {
        let book = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes")
        book.chapters.objects = (0..<3).map { Chapter(context: context, title: "\($0)") }.reversed()
        let snapshot = book.bookSnapshot
        #expect(snapshot.author == author.objectID)
        #expect(snapshot.prequel == nil)
        #expect(snapshot.chapters == book.chapters.map(\.objectID))
        #expect(author.snapshot.books == [book.objectID])
    }

    @Test("A snapshot includes inherited values")
    func inheritedValuesAreInIt() throws {
        let audiobook = Audiobook(
            context: context, author: author, genre: .poetry, isbn: "1", narrator: "Bo", title: "Notes")
        #expect(audiobook.audiobookSnapshot.title == "Notes")
        #expect(audiobook.audiobookSnapshot.genre == .poetry)
        #expect(audiobook.audiobookSnapshot.narrator == "Bo")
        #expect(audiobook.publicationSnapshot.title == "Notes")
    }

    @Test("A snapshot can be used outside its context")
    func snapshotsLeaveTheirContext() async throws {
        let snapshot = author.snapshot
        let name = await Task.detached { snapshot.name }.value
        #expect(name == "Ada")
    }

    @Test("A snapshot can be encoded and decoded")
    func snapshotsAreCoded() throws {
        let book = Book(
            context: context, author: author, genre: .poetry, isbn: "1", title: "Notes", binding: .hardcover, price: 3)
        try context.save()
        let data = try JSONEncoder().encode(book.bookSnapshot)
        #expect(try JSONDecoder().decode(BookSnapshot.self, from: data) == book.bookSnapshot)
        let coded = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(coded?["objectID"] as? String == book.objectID.uriRepresentation().absoluteString)
        #expect(coded?["author"] as? String == author.objectID.uriRepresentation().absoluteString)
    }

    @Test("Temporary identities cannot be encoded, and other URIs cannot be decoded")
    func unusableIdentities() throws {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(author.snapshot) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ObjectID].self, from: Data(#"["x-coredata:///Author/t1"]"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ObjectID].self, from: Data(#"["https://example.com"]"#.utf8))
        }
    }
}
