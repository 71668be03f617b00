import Foundation
import ModelExpressions
import ObjectGraph
import SampleModels
import Testing

/// Fetches of what is computed, of what other kinds of requests share, and away from the actor.
struct GroupedFetchTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.fetching)
        for (title, speed, weather) in [("a", 1.0, Weather.dry), ("b", 2, .wet), ("c", 3, .dry), (nil, 4, .wet)] {
            let run = Run(context: context)
            run.title = title
            run.speed = speed
            run.weather = weather
        }
        try context.save()
    }

    private func total(_ name: String = "total") throws -> FetchedExpression {
        FetchedExpression(name: name, expression: try ModelExpression(format: "sum:(speed)"))
    }

    @Test("FET-15 an expression over all objects gives one row")
    func expression() throws {
        var request = Run.fetchRequest()
        request.expressionsToFetch = [try total()]
        let rows = try context.fetchDictionaries(request)
        #expect(rows.count == 1 && rows[0]["total"] as? Double == 10)
        request.predicate = try .format("speed > 99")
        #expect(try context.fetchDictionaries(request).first?["total"] as? Int64 == 0)
        request = Run.fetchRequest()
        request.propertiesToFetch = ["title"]
        request.expressionsToFetch = [
            FetchedExpression(name: "double", expression: try ModelExpression(format: "speed * 2"))
        ]
        #expect(try context.fetchDictionaries(request).compactMap { $0["double"] as? Double } == [2, 4, 6, 8])
    }

    @Test("FET-16 there is one row for each group, and a property outside the grouping fails")
    func groups() throws {
        var request = Run.fetchRequest()
        request.propertiesToGroupBy = ["weather"]
        request.propertiesToFetch = ["weather"]
        request.expressionsToFetch = [try total()]
        request.sortDescriptors = [ModelSortDescriptor(key: "weather", ascending: false)]
        let rows = try context.fetchDictionaries(request)
        #expect(rows.compactMap { $0["weather"] as? Int16 } == [1, 0])
        #expect(rows.compactMap { $0["total"] as? Double } == [6, 4])
        request.propertiesToFetch = ["title"]
        let error = #expect(throws: FetchError.self) { try context.fetchDictionaries(request) }
        #expect(error?.code == .ungroupedProperty)
    }

    @Test("FET-16 key paths lead from all members of a group to all values; nil is not counted")
    func pathsInGroups() throws {
        let context = try makeContext(.rules)
        let notebooks = ["A", "B", "B"].map { title in
            let notebook = RuleNotebook(context: context)
            notebook.title = title
            return notebook
        }
        for (number, notebook) in [(1, notebooks[0]), (2, notebooks[1]), (3, notebooks[1]), (4, notebooks[2])] {
            let note = RuleNote(context: context)
            note.rank = Int32(number)
            note.content = number == 2 ? nil : "text"
            note.notebook = notebook
        }
        try context.save()
        func computed(_ format: String, of request: FetchRequest<ManagedObject>) throws -> [Double?] {
            var request = request
            request.expressionsToFetch = [FetchedExpression(name: "it", expression: try .init(format: format))]
            return try context.fetchDictionaries(request).map { $0["it", as: Double.self] }
        }
        var books = FetchRequest<ManagedObject>(entityName: "Notebook")
        books.sortDescriptors = [ModelSortDescriptor(key: "title")]
        books.propertiesToGroupBy = ["title"]
        for (format, values) in [
            ("notes.@count", [1, 3]), ("count:(notes)", [1, 3]), ("sum:(notes.rank)", [1, 9]),
            ("notes.@sum.rank", [1, 9]), ("notes.rank.@max", [1, 4]), ("max:(notes.@count)", [1, 2]),
            ("count:(notes.content)", [1, 2]), ("count:(SELF)", [1, 2]),
        ] as [(String, [Double])] {
            #expect(try computed(format, of: books) == values, "\(format)")
        }
        var notes = FetchRequest<ManagedObject>(entityName: "Note")
        notes.sortDescriptors = [ModelSortDescriptor(key: "rank")]
        notes.propertiesToGroupBy = ["notebook.title"]
        notes.propertiesToFetch = ["notebook.title"]
        #expect(try computed("sum:(rank)", of: notes) == [1, 9])
        #expect(try computed("count:(content)", of: notes) == [1, 2])
        #expect(try context.fetchDictionaries(notes).map { $0["notebook.title"] as? String } == ["A", "B"])
        notes.propertiesToGroupBy = []
        notes.propertiesToFetch = ["notebook.title", "rank"]
        #expect(try context.fetchDictionaries(notes).map { $0["rank"] as? Int32 } == [1, 2, 3, 4])
        notes.propertiesToFetch = ["notebook.title"]
        notes.returnsDistinctResults = true
        #expect(try context.fetchDictionaries(notes).count == 2)
        notes.propertiesToFetch = []
        #expect(try computed("sum:(notebook.notes.rank)", of: notes) == [1 + 5 + 5 + 4])
        let error = #expect(throws: QueryError.self) { try computed("sum:(notebook.rank)", of: notes) }
        #expect(error?.description.hasPrefix("'Notebook' has no property 'rank'") == true)
        notes.propertiesToFetch = ["notebook.titel"]
        #expect(throws: FetchError.self) { try context.fetchDictionaries(notes) }
    }

    @Test("FET-12, FET-13 and DRV-8 a dictionary contains whole composites, also beside paths and expressions")
    func composites() throws {
        let context = try makeContext(.rules)
        for rank in [1, 2] {
            let note = RuleNote(context: context)
            note.rank = Int32(rank)
            note.notebook = RuleNotebook(context: context)
            note.notebook?.title = "A"
            note.setValue(["city": "Graz", "floor": 2], forKey: "place")
        }
        try context.save()
        func expectPlaces(_ count: Int, in request: FetchRequest<ManagedObject>) throws {
            let places = try context.fetchDictionaries(request).map { $0["place"] as? [String: Any] }
            #expect(places.map { $0?["city"] as? String } == Array(repeating: "Graz", count: count))
            #expect(places.map { $0?["floor"] as? Int16 } == Array(repeating: 2, count: count))
        }
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.propertiesToFetch = ["place"]
        try expectPlaces(2, in: request)
        request.propertiesToFetch = ["place", "place.floor", "notebook.title"]
        try expectPlaces(2, in: request)
        #expect(try context.fetchDictionaries(request).map { $0["place.floor"] as? Int16 } == [2, 2])
        request.returnsDistinctResults = true
        try expectPlaces(1, in: request)
        request = FetchRequest<ManagedObject>(entityName: "Note")
        request.propertiesToFetch = ["place"]
        request.expressionsToFetch = [
            FetchedExpression(name: "double", expression: try ModelExpression(format: "rank * 2"))
        ]
        try expectPlaces(2, in: request)
        #expect(try context.fetchDictionaries(request).map { $0["double"] as? Int64 } == [2, 4])
        request.propertiesToGroupBy = ["place"]
        request.expressionsToFetch = [
            FetchedExpression(name: "total", expression: try ModelExpression(format: "sum:(rank)"))
        ]
        try expectPlaces(1, in: request)
        #expect(try context.fetchDictionaries(request).map { $0["total"] as? Int64 } == [3])
    }

    @Test("FET-14 and FET-16 all values that are not a number form one group, and one distinct row")
    func notANumber() throws {
        let attributes = [
            Attribute(name: "real", type: .double, isOptional: true),
            Attribute(name: "single", type: .float, isOptional: true),
            Attribute(name: "date", type: .date, isOptional: true),
            Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place"),
        ]
        let place = Composite(name: "Place", attributes: [Attribute(name: "height", type: .double, isOptional: true)])
        let context = try makeContext(
            ManagedObjectModel(
                Model(
                    name: "Readings", entities: [Entity(name: "Reading", attributes: attributes)],
                    composites: [place])))
        for number in [Double.nan, 1, .nan, 0, -0.0] {
            context.insert(
                "Reading",
                [
                    "real": number, "single": Float(number), "date": Date(timeIntervalSinceReferenceDate: number),
                    "place": ["height": number],
                ])
        }
        try context.save()
        for key in ["real", "single", "date", "place", "place.height"] {
            var request = FetchRequest<ManagedObject>(entityName: "Reading")
            request.propertiesToFetch = [key]
            request.returnsDistinctResults = true
            #expect(try context.fetchDictionaries(request).count == 3, "\(key)")
            request.returnsDistinctResults = false
            request.propertiesToGroupBy = [key]
            request.expressionsToFetch = [
                FetchedExpression(name: "count", expression: try ModelExpression(format: "count:(SELF)"))
            ]
            let counts = try context.fetchDictionaries(request).compactMap { $0["count"] as? Int64 }
            #expect(counts.sorted() == [1, 2, 2], "\(key)")
        }
        var request = FetchRequest<ManagedObject>(entityName: "Reading")
        request.expressionsToFetch = [
            FetchedExpression(name: "double", expression: try ModelExpression(format: "real * 2"))
        ]
        request.returnsDistinctResults = true
        #expect(try context.fetchDictionaries(request).count == 3)
    }

    @Test("FET-17 having filters groups, by name too; without groups it fails")
    func having() throws {
        var request = Run.fetchRequest()
        request.propertiesToGroupBy = ["weather"]
        request.propertiesToFetch = ["weather"]
        request.expressionsToFetch = [try total()]
        for format in ["total > 5", "sum:(speed) > 5", "weather == 1", "max:(speed) == 4"] {
            request.havingPredicate = try .format(format)
            #expect(try context.fetchDictionaries(request).compactMap { $0["total"] as? Double } == [6], "\(format)")
        }
        request.propertiesToGroupBy = []
        request.propertiesToFetch = []
        let error = #expect(throws: FetchError.self) { try context.fetchDictionaries(request) }
        #expect(error?.code == .havingWithoutGroups)
    }

    @Test("FET-34 an unknown sort key fails, even on an empty store")
    func unknownSortKeys() throws {
        let context = try makeContext(.fetching)
        var request = Run.fetchRequest()
        request.sortDescriptors = [ModelSortDescriptor(key: "sped")]
        let error = #expect(throws: QueryError.self) { try context.fetch(request) }
        #expect(error?.description == "'Run' has no property 'sped'; did you mean 'speed'?")
    }

    @Test("FET-39 a fetch away from the actor has the same result, including pending changes")
    func asynchronous() async throws {
        var request = Run.fetchRequest()
        request.predicate = #Predicate { $0.speed > 1 }
        request.sortDescriptors = [ModelSortDescriptor(key: "speed", ascending: false)]
        request.fetchLimit = 2
        #expect(try await context.fetchAsynchronously(request) == context.fetch(request))
        Run(context: context).speed = 9
        #expect(try await context.fetchAsynchronously(request).map(\.speed) == [9, 4])
    }

    @Test("A canceled fetch throws `CancellationError`")
    func aCancelledFetchEnds() async throws {
        let container = try makeContainer(.fetching)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await container.newContext().fetchAsynchronously(Run.fetchRequest()).count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("SRT-10 pages of a sort order with ties never overlap")
    func pages() throws {
        for _ in 0..<40 { Run(context: context).speed = 1 }
        try context.save()
        var request = Run.fetchRequest()
        request.sortDescriptors = [ModelSortDescriptor(key: "speed")]
        let all = try context.fetch(request)
        request.fetchLimit = 7
        var paged: [Run] = []
        while paged.count < all.count {
            request.fetchOffset = paged.count
            paged += try context.fetch(request)
        }
        #expect(paged == all)
    }

    @Test("FET-36 expressions that can't be translated are evaluated by Foundation")
    func untranslatable() throws {
        var request = Run.fetchRequest()
        request.predicate = #Predicate { ($0.title ?? "").contains(/[ac]/) }
        request.sortDescriptors = [SortDescriptor(\.speed, order: .reverse)]
        #expect(try context.fetch(request).compactMap(\.title) == ["c", "a"])
        #expect(try context.count(for: request) == 2)
        let plan = try context.explain(request)
        #expect(
            plan.steps.first == """
                evaluate objects one by one: the expression StringContainsRegex cannot be translated; write the condition \
                in a different way
                """)
        request.predicate = try .matching(
            .and([.format("speed > 1"), ModelPredicate(#Predicate<Run> { ($0.title ?? "") != "" }, model: .fetching)]))
        #expect(try context.fetch(request).compactMap(\.title) == ["c", "b"])
    }

    @Test("PRED-1 predicates accept both forms, and arguments separately or in an array")
    func onePredicate() throws {
        var request = FetchRequest<Run>(predicate: #Predicate { $0.speed > 3 })
        #expect(try context.fetch(request).map(\.speed) == [4])
        request.predicate = try .format("speed < %@ AND title == %@", 3, "a")
        #expect(try context.fetch(request).map(\.speed) == [1])
        let arguments: [(any PredicateArgument)?] = [3, "b"]
        request.predicate = try .format("speed < %@ AND title == %@", argumentArray: arguments)
        #expect(try context.fetch(request).map(\.speed) == [2])
        let found = try #require(try context.fetch(request).first)
        // One of Foundation's: it can be asked about an object.
        #expect(try request.predicate?.evaluate(found) == true)
        request.predicate = try .format("sped < 3")
        #expect(throws: QueryError.self) { try context.count(for: request) }
        #expect(throws: FormatError.self) { request.predicate = try .format("speed <") }
    }

    @Test("SRT-9 descriptors of either form order objects in memory, too")
    func orderInMemory() throws {
        let runs = try context.fetch(Run.fetchRequest())
        let descriptor = ModelSortDescriptor<Run>(key: "title", ascending: false)
        #expect(runs.sorted(using: descriptor).map(\.title) == ["c", "b", "a", nil])
        #expect(runs.sorted(using: ModelSortDescriptor<Run>(key: "titel")) == runs)
        #expect(runs.sorted(using: ModelSortDescriptor<Run>(key: "self", ascending: false)) == runs.reversed())
    }

    @Test("FET-37 Swift's sort descriptors can be combined with those by key")
    func ordersOfBothKinds() throws {
        var request = Run.fetchRequest()
        request.sortDescriptors = [ModelSortDescriptor(key: "weather"), SortDescriptor(\.speed, order: .reverse)]
        #expect(try context.fetch(request).map(\.speed) == [3, 1, 4, 2])
        // What only objects can compare takes its place among keys.
        request.sortDescriptors = [
            SortDescriptor(\.title?.isEmpty.description), ModelSortDescriptor(key: "speed", ascending: false),
        ]
        #expect(try context.fetch(request).map(\.speed) == [4, 3, 2, 1])
    }
}
