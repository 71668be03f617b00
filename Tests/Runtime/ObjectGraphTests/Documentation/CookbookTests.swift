import Foundation
import JSONStore
import ModelExpressions
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// The recipes of the page "Cookbook", with the model that the page shows.
@Suite struct CookbookTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    /// Three articles, an hour apart, in a feed.
    init() throws {
        container = try PersistentContainer(model: .articles, store: .inMemory)
        context = container.newContext()
        let feed = Feed(context: context, name: "Surf")
        for (number, title) in ["Reef breaks", "Café by the beach", "Winter in Hawaii"].enumerated() {
            let article = Article(context: context)
            article.number = Int64(number + 1)
            article.title = title
            article.publishedAt = start.addingTimeInterval(Double(number) * 3_600)
            article.feed = feed
        }
        try context.save()
    }

    private func numbers(_ request: FetchRequest<Article>) throws -> [Int64] {
        try context.fetch(request).map(\.number).sorted()
    }

    // Example: Cookbook.paging
    func page(_ page: Int, of size: Int, in context: ManagedObjectContext) throws -> [Article] {
        var request = FetchRequest<Article>()
        request.sortDescriptors = [SortDescriptor(\.publishedAt, order: .reverse), SortDescriptor(\.number)]
        request.fetchLimit = size
        request.fetchOffset = size * page
        return try context.fetch(request)
    }
    // End

    // Example: Cookbook.paging
    func articles(after last: Article, limit: Int, in context: ManagedObjectContext) throws -> [Article] {
        let (date, number) = (last.publishedAt, last.number)
        return try context.fetch(
            FetchRequest(
                predicate: #Predicate { $0.publishedAt < date || ($0.publishedAt == date && $0.number > number) },
                sortDescriptors: [SortDescriptor(\.publishedAt, order: .reverse), SortDescriptor(\.number)],
                fetchLimit: limit))
    }
    // End

    @Test("A page follows the one before it, by its number and by its last object")
    func paging() throws {
        #expect(try page(0, of: 2, in: context).map(\.number) == [3, 2])
        #expect(try page(1, of: 2, in: context).map(\.number) == [1])
        let last = try #require(try page(0, of: 2, in: context).last)
        #expect(try articles(after: last, limit: 2, in: context).map(\.number) == [1])
    }

    @Test("An object is found by its unique value, or made")
    func findOrMake() throws {
        let date = start
        // Example: Cookbook.find
        let article = try Article.find(number: 2, in: context) ?? Article(context: context)
        article.number = 2
        article.title = "A café by the beach"
        article.publishedAt = date
        try context.save()
        // End
        #expect(try context.count(for: Article.fetchRequest()) == 3)
        #expect(article.feed?.name == "Surf")
    }

    @Test("A new object with a stored object's unique value updates it")
    func upsert() throws {
        let date = start
        try context.fetch(FetchRequest<Article>(predicate: #Predicate { $0.number == 2 })).first?.text = "Open daily."
        try context.save()
        // Example: Cookbook.upsert
        context.mergePolicy = .mergeByPropertyObjectTrump
        let article = Article(context: context)
        article.number = 2
        article.title = "A café by the beach"
        article.publishedAt = date
        try context.save()
        // End
        #expect(try context.count(for: Article.fetchRequest()) == 3)
        let fresh = container.newContext()
        let stored = try #require(
            try fresh.fetch(FetchRequest<Article>(predicate: #Predicate { $0.number == 2 })).first)
        #expect(stored.title == "A café by the beach" && stored.publishedAt == date)
        // An attribute that the new object does not set is gone, and a relationship stays.
        #expect(stored.text == nil && stored.feed?.name == "Surf")
    }

    // Example: Cookbook.rows
    struct Row: Sendable {
        var number: Int64
        var title: String
        var publishedAt: Date
    }

    static func update(from rows: [Row], in context: ManagedObjectContext) throws {
        let numbers = rows.map(\.number)
        let stored = try context.fetch(FetchRequest<Article>(predicate: #Predicate { numbers.contains($0.number) }))
        var articles = Dictionary(uniqueKeysWithValues: stored.map { ($0.number, $0) })
        for row in rows {
            let article = articles[row.number] ?? Article(context: context)
            article.number = row.number
            article.title = row.title
            article.publishedAt = row.publishedAt
            articles[row.number] = article
        }
        try context.save()
    }
    // End

    @Test("Rows change the objects that are there, keep what they do not mention, and add the others")
    func rows() throws {
        let rows = [
            Row(number: 2, title: "Cafés", publishedAt: start), Row(number: 9, title: "New", publishedAt: start),
        ]
        try Self.update(from: rows, in: context)
        let found = try context.fetch(FetchRequest<Article>(sortDescriptors: [SortDescriptor(\.number)]))
        #expect(found.map(\.title) == ["Reef breaks", "Cafés", "Winter in Hawaii", "New"])
        #expect(found.map { $0.feed?.name } == ["Surf", "Surf", "Surf", nil])
    }

    @Test("A batch insertion updates by the merge policy")
    func batches() throws {
        let date = start
        // Example: Cookbook.batch
        context.mergePolicy = .mergeByPropertyObjectTrump
        let rows: [[String: Any]] = [["number": Int64(4), "title": "Tides", "publishedAt": date]]
        _ = try context.execute(BatchInsertRequest(entityName: "Article", objects: rows))
        // End
        #expect(try context.count(for: Article.fetchRequest()) == 4)
    }

    // Example: Cookbook.background
    static func importArticles(_ rows: [Row], into container: PersistentContainer) async throws {
        try await container.performBackgroundTask { context in
            for start in stride(from: 0, to: rows.count, by: 1_000) {
                try Task.checkCancellation()
                try update(from: Array(rows[start..<min(start + 1_000, rows.count)]), in: context)
                context.reset()
            }
        }
    }
    // End

    @Test("The main actor's context shows what a background task imports")
    @MainActor func background() async throws {
        let container = container
        let rows = (1...2_500).map { Row(number: Int64($0), title: "Article \($0)", publishedAt: .now) }
        let shown = try container.viewContext.fetch(FetchRequest<Article>(predicate: #Predicate { $0.number == 1 }))
        // Example: Cookbook.background
        container.viewContext.automaticallyMergesChangesFromParent = true
        try await Self.importArticles(rows, into: container)
        // End
        container.viewContext.processPendingChanges()
        #expect(try container.viewContext.count(for: Article.fetchRequest()) == 2_500)
        #expect(shown.map(\.title) == ["Article 1"])
    }

    // Example: Cookbook.testing
    @Test("An article needs a title")
    func anArticleNeedsATitle() throws {
        let container = try PersistentContainer(model: .articles, store: .inMemory)
        let context = container.newContext()
        let article = Article(context: context)
        article.publishedAt = .now
        #expect(throws: ValidationError.self) { try context.save() }
        article.title = "Reef breaks"
        try context.save()
    }
    // End

    // Example: Cookbook.testing
    @Test("Saved articles still exist after the store is reopened")
    func articlesAreStillThereAfterReopening() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "Articles.json")
        func open() throws -> ManagedObjectContext {
            try PersistentContainer(model: .articles, store: .json(at: url)).newContext()
        }
        do {
            let context = try open()
            _ = Feed(context: context, name: "Surf")
            try context.save()
        }  // The store closes when nothing uses it anymore.
        #expect(try open().count(for: Feed.fetchRequest()) == 1)
    }
    // End

    // Example: Cookbook.dates
    func articles(ofDay date: Date, in context: ManagedObjectContext, calendar: Calendar) throws -> [Article] {
        guard let day = calendar.dateInterval(of: .day, for: date) else { return [] }
        let (start, end) = (day.start, day.end)
        return try context.fetch(
            FetchRequest(predicate: #Predicate { $0.publishedAt >= start && $0.publishedAt < end }))
    }
    // End

    @Test("A day begins and ends where a calendar says")
    func dates() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        #expect(try articles(ofDay: start, in: context, calendar: calendar).count == 3)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: -3_600))
        #expect(try articles(ofDay: start, in: context, calendar: calendar).map(\.number) == [1])
    }

    @Test("What is removed softly is hidden, comes back, and is deleted for good later")
    func softDelete() throws {
        let article = try #require(try context.fetch(Article.presentArticles()).last)
        article.remove()
        try context.save()
        #expect(try numbers(Article.presentArticles()) == [2, 3])
        article.restore()
        #expect(try numbers(Article.presentArticles()) == [1, 2, 3])
        article.removedAt = Date(timeIntervalSinceNow: -31 * 86_400)
        try context.save()
        // Example: Cookbook.purge
        let limit = Date(timeIntervalSinceNow: -30 * 86_400)
        let old = try FetchRequest<Article>(predicate: .format("removedAt < %@", limit))
        _ = try context.execute(BatchDeleteRequest(fetchRequest: old))
        // End
        #expect(try numbers(Article.fetchRequest()) == [2, 3])
    }

    // Example: Cookbook.search
    func search(for text: String, in context: ManagedObjectContext) throws -> [Article] {
        let words = text.split(separator: " ").map(String.init)
        let conditions = try words.map { word in
            try ModelPredicate.format("title CONTAINS[cd] %@ OR text CONTAINS[cd] %@", word, word)
        }
        return try context.fetch(FetchRequest(predicate: .and(conditions)))
    }
    // End

    @Test("A search finds every word, with and without accents")
    func search() throws {
        #expect(try search(for: "beach cafe", in: context).map(\.number) == [2])
        #expect(try search(for: "beach reef", in: context).isEmpty)
        let articles = try context.fetch(Article.fetchRequest())
        articles[0].text = "Near a cafe."
        #expect(try search(for: "CAFÉ", in: context).map(\.number).sorted() == [1, 2])
        let text = "reef"
        // Example: Cookbook.prefix
        let request = try FetchRequest<Article>(predicate: .format("title BEGINSWITH[c] %@", text))
        print(try context.explain(request))
        // End
        #expect(try numbers(request) == [1])
    }
}

// Example: Cookbook.softDelete
extension Article {
    func remove() { removedAt = .now }
    func restore() { removedAt = nil }

    static func presentArticles() -> FetchRequest<Article> {
        FetchRequest(
            predicate: #Predicate { $0.removedAt == nil },
            sortDescriptors: [SortDescriptor(\.publishedAt, order: .reverse)])
    }
}
// End
