import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Fetches of values, which are decoded from the properties of objects.
struct DecodedFetchTests {
    private struct TeamValue: Codable, Hashable {
        var name: String?
        var heroes: [HeroName]?
    }

    private struct HeroName: Codable, Hashable {
        var name: String
    }

    private struct HeroValue: Codable, Hashable {
        var name: String
        var universe: Universe
        var teams: [TeamValue]
    }

    private let byName = [SortDescriptor(\Superhero.name)]

    /// A context that has read nothing of what others have saved.
    private func contextAfterSaving(_ model: ManagedObjectModel, _ insert: (ManagedObjectContext) -> Void) throws
        -> ManagedObjectContext
    {
        let container = try makeContainer(model)
        let context = container.newContext()
        insert(context)
        try context.save()
        return container.newContext()
    }

    private func insertHeroes(_ context: ManagedObjectContext) {
        let teams = ["A", "B"].map { name in
            let team = Team(context: context)
            team.name = name
            return team
        }
        for (name, place) in [("Barbara", 1), ("Dinah", 2), ("Eve", 0)] {
            let hero = Superhero(context: context)
            hero.name = name
            hero.herouniverse = .marvel
            hero.teams.formUnion(teams.prefix(place))
        }
    }

    @Test("A fetch decodes enums, and the destinations of relationships, in the request's order and range")
    func relationships() throws {
        let context = try contextAfterSaving(.superheroes, insertHeroes)
        var request = FetchRequest<Superhero>(
            predicate: #Predicate { $0.name != nil }, sortDescriptors: byName, fetchLimit: 2)
        func heroes(_ names: String...) -> [HeroName] { names.map(HeroName.init) }
        let teamA = TeamValue(name: "A", heroes: heroes("Barbara", "Dinah"))
        let teamB = TeamValue(name: "B", heroes: heroes("Dinah"))
        #expect(
            try context.fetch(request, as: HeroValue.self) == [
                HeroValue(name: "Barbara", universe: .marvel, teams: [teamA]),
                HeroValue(name: "Dinah", universe: .marvel, teams: [teamA, teamB]),
            ])
        #expect(context.registeredObjects.isEmpty)
        request.fetchOffset = 2
        #expect(
            try context.fetch(request, as: HeroValue.self) == [HeroValue(name: "Eve", universe: .marvel, teams: [])])
    }

    @Test("Values include the changes of their context and its parents, unless the request excludes them")
    func unsavedChanges() throws {
        let context = try contextAfterSaving(.superheroes, insertHeroes)
        let first = try #require(try context.fetch(FetchRequest<Superhero>(sortDescriptors: byName)).first)
        first.name = "Batgirl"
        let team = Team(context: context)
        team.name = "C"
        first.teams.insert(team)
        context.delete(try #require(try context.fetch(FetchRequest<Superhero>(sortDescriptors: byName)).last))
        let child = ManagedObjectContext(parent: context)
        var request = FetchRequest<Superhero>(sortDescriptors: byName)
        for context in [context, child] {
            let values = try context.fetch(request, as: HeroValue.self)
            #expect(values.map(\.name) == ["Batgirl", "Dinah"])
            #expect(values.first?.teams.map(\.name) == ["A", "C"])
            #expect(values.last?.teams.map { $0.heroes?.count } == [2, 1])
        }
        request.includesPendingChanges = false
        let values = try context.fetch(request, as: HeroValue.self)
        #expect(values.map(\.name) == ["Barbara", "Dinah", "Eve"])
        #expect(values.first?.teams.map(\.name) == ["A"])
    }

    @Test("A fetch decodes the generated snapshots of objects, as the objects make them")
    func snapshots() throws {
        let context = try contextAfterSaving(.objects) { context in
            let author = Author(context: context, name: "Ada", biography: Data([1, 2]))
            let first = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes", price: 3)
            first.chapters.objects = (0..<3).map { Chapter(context: context, title: "\($0)") }.reversed()
            first.link = URL(filePath: "/notes")
            first.identifier = UUID()
            let second = Audiobook(
                context: context, author: author, genre: .science, isbn: "2", narrator: "Bo", title: "Engines",
                binding: .hardcover, prequel: first, published: Date(timeIntervalSinceReferenceDate: 0.125))
            second.link = URL(filePath: "/engines")
            second.identifier = UUID()
        }
        let request = FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)])
        let snapshots = try context.fetch(request, as: BookSnapshot.self)
        #expect(snapshots == (try context.fetch(request)).map(\.bookSnapshot))
        #expect(snapshots.count == 2)
        #expect(
            try context.fetch(FetchRequest<Author>(), as: AuthorSnapshot.self)
                == (try context.fetch(FetchRequest<Author>())).map(\.snapshot))
        // Those of a context with changes are decoded from objects.
        try context.fetch(request).first?.title = "Analytical engines"
        #expect(try context.fetch(request, as: BookSnapshot.self) == (try context.fetch(request)).map(\.bookSnapshot))
    }

    @Test("What an entity lacks is nil if another fetched entity has it, and otherwise an error")
    func inheritance() throws {
        struct Narrated: Decodable, Equatable {
            var objectID: ObjectID
            var title: String
            var narrator: String?
        }
        let context = try contextAfterSaving(.objects) { context in
            let author = Author(context: context, name: "Ada")
            _ = Audiobook(context: context, author: author, genre: .poetry, isbn: "1", narrator: "Bo", title: "A")
            _ = Book(context: context, author: author, genre: .poetry, isbn: "2", title: "B")
        }
        let request = FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)])
        let values = try context.fetch(request, as: Narrated.self)
        #expect(values.map(\.narrator) == ["Bo", nil])
        #expect(values.map(\.objectID) == (try context.fetch(request)).map(\.objectID))
        struct Misspelled: Decodable { var titel: String? }
        let error = #expect(throws: FetchError.self) { try context.fetch(request, as: Misspelled.self) }
        #expect(error?.description.contains("did you mean 'title'?") == true)
        #expect(try context.fetch(request, as: ObjectID.self) == values.map(\.objectID))
    }

    @Test("A fetch decodes composites, and Codable values of binary and transformable attributes")
    func structuredValues() throws {
        struct OpenArea: Decodable, Equatable {
            var hectares: Double
            var surface: Surface
            var visitors: Int64?
        }
        struct Whole: Decodable {
            var area: Area
            var place: Place?
            var rating: Rating?
            var settings: LandmarkSettings
            var names: [String: Date]?
            var tags: [Int64]?
        }
        struct Parts: Decodable { var area: OpenArea }
        struct Strict: Decodable { var tags: [Int64] }
        let area = Area(opened: Date(timeIntervalSinceReferenceDate: 0.5), surface: .rock, visitors: 7)
        let place = Place(fee: 3, home: area, link: URL(filePath: "/a"), name: "Park")
        let settings = LandmarkSettings(zoom: .infinity, layers: ["a": true])
        let context = try contextAfterSaving(.values) { context in
            let landmark = Landmark(context: context, area: area, settings: settings, place: place, rating: .good)
            landmark.names = ["x": Date(timeIntervalSinceReferenceDate: 1)]
        }
        let request = FetchRequest<Landmark>()
        let whole = try #require(try context.fetch(request, as: Whole.self).first)
        #expect(whole.area == area && whole.place == place && whole.settings == settings && whole.rating == .good)
        #expect(whole.names == ["x": Date(timeIntervalSinceReferenceDate: 1)] && whole.tags == nil)
        #expect(
            try context.fetch(request, as: Parts.self).map(\.area)
                == [OpenArea(hectares: 1.5, surface: .rock, visitors: 7)])
        #expect(throws: DecodingError.self) { try context.fetch(request, as: Strict.self) }
    }

    @Test("Integers of 128 bits are decoded from every integer, and from nothing else")
    func largeIntegers() throws {
        struct Large: Decodable {
            var universe: Int128
            var other: UInt128?
            enum CodingKeys: String, CodingKey { case universe, other = "name" }
        }
        struct Positive: Decodable { var universe: UInt128 }
        struct Wrapped: Decodable {
            var universe: Int128
            init(from decoder: any Decoder) throws {
                universe = try decoder.singleValueContainer().decode(Int128.self)
            }
        }
        struct Member: Decodable {
            struct Area: Decodable { var visitors: Int128 }
            var area: Area
        }
        let context = try contextAfterSaving(.superheroes) { context in
            let hero = Superhero(context: context)
            hero.universe = -300
        }
        let request = FetchRequest<Superhero>()
        #expect(try context.fetch(request, as: Large.self).map(\.universe) == [-300])
        let sign = #expect(throws: DecodingError.self) { try context.fetch(request, as: Positive.self) }
        #expect(String(describing: sign).contains("can't be decoded as UInt128"), "\(String(describing: sign))")
        let whole = #expect(throws: DecodingError.self) { try context.fetch(request, as: Wrapped.self) }
        #expect(String(describing: whole).contains("an object can't be decoded as Int128"))
        #expect(throws: DecodingError.self) { try context.fetch(request, as: Int128.self) }
        let hero = try #require(try context.fetch(request).first)
        hero.name = "Barbara"
        let text = #expect(throws: DecodingError.self) { try context.fetch(request, as: Large.self) }
        #expect(String(describing: text).contains("can't be decoded as UInt128"), "\(String(describing: text))")

        let landmarks = try contextAfterSaving(.values) { context in
            let area = Area(opened: Date(timeIntervalSinceReferenceDate: 0.5), surface: .rock, visitors: 7)
            let place = Place(fee: 3, home: area, link: URL(filePath: "/a"), name: "Park")
            let settings = LandmarkSettings(zoom: .infinity, layers: ["a": true])
            _ = Landmark(context: context, area: area, settings: settings, place: place, rating: .good)
        }
        #expect(try landmarks.fetch(FetchRequest<Landmark>(), as: Member.self).map(\.area.visitors) == [7])
    }

    @Test("A value that a type does not accept is an error that names object and property")
    func mismatches() throws {
        struct Number: Decodable { var name: Int }
        struct Small: Decodable { var universe: UInt8 }
        struct Required: Decodable { var abilities: String }
        struct OneTeam: Decodable { var teams: TeamValue }
        let context = try contextAfterSaving(.superheroes) { context in
            let hero = Superhero(context: context)
            hero.name = "Barbara"
            hero.universe = 300
        }
        func failure<Value: Decodable>(_ type: Value.Type) -> DecodingError.Context? {
            let error = #expect(throws: DecodingError.self) { try context.fetch(FetchRequest<Superhero>(), as: type) }
            return switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            default: nil
            }
        }
        let hero = try #require(try context.fetch(FetchRequest<Superhero>()).first).objectID
        #expect(
            failure(Number.self)?.debugDescription
                == "\(hero): the value of 'name', whose type is String, can't be decoded as Int")
        #expect(failure(Number.self)?.codingPath.map(\.stringValue) == ["name"])
        #expect(
            failure(Small.self)?.debugDescription.hasSuffix("whose type is Integer 32, can't be decoded as UInt8")
                == true)
        #expect(failure(Required.self)?.debugDescription == "\(hero): 'abilities' is nil; decode an optional")
        #expect(failure(OneTeam.self)?.debugDescription == "\(hero): 'teams' is a list of objects")
    }

    @Test("A store is asked once for each relationship, off the actor if the fetch is asynchronous")
    @MainActor func questions() async throws {
        let store = InstrumentedStore(model: .superheroes)
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(store))
        let first = container.newContext()
        let teams = (0..<3).map { number in
            let team = Team(context: first)
            team.name = "\(number)"
            return team
        }
        for number in 0..<10 {
            let hero = Superhero(context: first)
            hero.name = "\(number)"
            hero.teams.formUnion(teams)
        }
        try first.save()
        let context = container.newContext()
        let request = FetchRequest<Superhero>(sortDescriptors: byName)
        store.startAccount()
        let values = try await context.fetchAsynchronously(request, as: HeroValue.self)
        #expect(store.mainActorCallCount == 0)
        #expect(values.count == 10 && values.allSatisfy { $0.teams.count == 3 && $0.teams[0].heroes?.count == 10 })
        // The heroes, their teams, and the heroes of these, which may take a question of their own each time.
        #expect(store.account.questionCount <= 5)
        store.failAfter(1)
        #expect(throws: InstrumentedStore.InjectedError.self) { try context.fetch(request, as: HeroValue.self) }
        store.failAfter(nil)
        #expect(try context.fetch(request, as: HeroValue.self) == values)
    }

    @Test("A type that would contain an object in itself is an error, and one that ends the circle is not")
    func circles() throws {
        struct Endless: Decodable {
            var name: String
            var teams: [EndlessTeam]
        }
        struct EndlessTeam: Decodable { var heroes: [Endless] }
        struct Ending: Decodable { var teams: [EndingTeam] }
        struct EndingTeam: Decodable { var heroes: Set<ObjectID> }
        let context = try contextAfterSaving(.superheroes, insertHeroes)
        let request = FetchRequest<Superhero>(sortDescriptors: byName)
        let error = #expect(throws: DecodingError.self) { try context.fetch(request, as: Endless.self) }
        guard case .dataCorrupted(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.codingPath.map(\.stringValue) == ["teams", "0", "heroes", "0"])
        #expect(reason.debugDescription.contains("would contain itself"))
        #expect(try context.fetch(request, as: Ending.self).map { $0.teams.map(\.heroes.count) } == [[2], [2, 1], []])
    }

    @Test("Values that are nested in a hundred others are an error, whatever the objects are")
    func depth() throws {
        final class Sequel: Decodable { var sequel: Sequel? }
        let context = try contextAfterSaving(.objects) { context in
            let author = Author(context: context, name: "Ada")
            var last: Book?
            for number in 0..<300 {
                let book = Book(context: context, author: author, genre: .poetry, isbn: "\(number)", title: "\(number)")
                book.sequel = last
                last = book
            }
        }
        var request = FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.isbn)])
        #expect(throws: DecodingError.self) { try context.fetch(request, as: Sequel.self) }
        request.predicate = #Predicate { $0.isbn == "50" }
        let sequels = try context.fetch(request, as: Sequel.self)
        #expect(sequels.first.map { sequence(first: $0, next: \.sequel).reduce(0) { count, _ in count + 1 } } == 51)
    }

    @Test("Types that wrap values, choose between types, or read several in a row decode as from JSON")
    func wrappers() throws {
        struct Box<Value: Decodable>: Decodable {
            var value: Value
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        }
        struct AuthorName: Decodable { var name: String }
        struct Wrapped: Decodable {
            var objectID: Box<ObjectID>
            var title: Box<String>
            var author: Box<AuthorName>
            var chapters: Box<[Chapters]>
            var prequel: Box<AuthorName?>

            struct Chapters: Decodable { var title: String? }
        }
        enum Either: Decodable {
            case audiobook(String), book(String)

            enum Keys: CodingKey { case title, narrator, books }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Keys.self)
                let title = try values.decode(String.self, forKey: .title)
                self = values.contains(.narrator) ? .audiobook(title) : .book(title)
            }
        }
        struct AnyTitles: Decodable {
            var titles: [String] = []

            init(from decoder: any Decoder) throws {
                struct Narrated: Decodable { var narrator: String }
                struct Titled: Decodable { var title: String }
                let values = try decoder.container(keyedBy: Either.Keys.self)
                var books = try values.nestedUnkeyedContainer(forKey: .books)
                while !books.isAtEnd {
                    if let narrated = try? books.decode(Narrated.self) {
                        titles.append(narrated.narrator)
                    } else {
                        titles.append(try books.decode(Titled.self).title)
                    }
                }
            }
        }
        let context = try contextAfterSaving(.objects) { context in
            let author = Author(context: context, name: "Ada")
            let book = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "A")
            book.chapters.objects = [Chapter(context: context, title: "1")]
            _ = Audiobook(context: context, author: author, genre: .poetry, isbn: "2", narrator: "Bo", title: "B")
        }
        let request = FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)])
        let wrapped = try context.fetch(request, as: Wrapped.self)
        #expect(wrapped.map(\.objectID.value) == (try context.fetch(request)).map(\.objectID))
        #expect(wrapped.map(\.author.value.name) == ["Ada", "Ada"])
        #expect(wrapped.map(\.title.value) == ["A", "B"])
        #expect(wrapped.map { $0.chapters.value.map(\.title) } == [["1"], []])
        #expect(wrapped.allSatisfy { $0.prequel.value == nil })
        let either = try context.fetch(request, as: Either.self)
        if case .book("A") = either[0], case .audiobook("B") = either[1] {} else { Issue.record("\(either)") }
        #expect(try context.fetch(FetchRequest<Author>(), as: AnyTitles.self).map(\.titles) == [["Bo", "A"]])
    }

    @Test("A background context fetches values, which leave it")
    func backgroundContexts() async throws {
        let background = try makeContainer().newBackgroundContext()
        try await background.perform { context in
            Superhero(context: context).name = "Barbara"
            try context.save()
        }
        #expect(try await background.fetch(Superhero.fetchRequest(), as: HeroName.self).map(\.name) == ["Barbara"])
    }
}
