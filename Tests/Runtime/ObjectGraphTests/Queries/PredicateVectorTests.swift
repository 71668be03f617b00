import Foundation
import ModelExpressions
import ObjectGraph
import SampleModels
import Testing

/// The collection of predicates, each evaluated on objects, in fetches, and on rows that are no objects.
struct PredicateVectorTests {
    private func expect(_ vector: PredicateVector, _ evaluate: () throws -> Bool) throws {
        switch vector.outcome {
        case .isTrue: #expect(try evaluate())
        case .isFalse: #expect(try !evaluate())
        case .fails:
            let error = #expect(throws: QueryError.self) { try evaluate() }
            #expect(error?.description.isEmpty == false)
        case .doesNotParse: #expect(throws: FormatError.self) { try evaluate() }
        }
    }

    @Test(
        "Every predicate has its expected result on plain rows",
        arguments: PredicateVector.all.filter { !$0.isFetched })
    func onRows(_ vector: PredicateVector) throws {
        let source = TableSource()
        let evaluator = PredicateEvaluator(source: source, now: Date())
        try expect(vector) {
            let predicate = try vector.predicate(source.identify)
            return try evaluator.evaluate(
                predicate, on: vector.value.map(QueryValue.init) ?? .object(TableSource.person),
                variables: vector.variables)
        }
    }

    @Test(
        "Every predicate has its expected result on managed objects",
        arguments: PredicateVector.all.filter { !$0.isFetched && $0.value == nil && !$0.format.contains("tags") })
    func onObjects(_ vector: PredicateVector) throws {
        let people = try VectorPeople()
        try expect(vector) {
            let predicate = try vector.predicate(people.identify)
            return try predicate.evaluate(with: people.person, substitutionVariables: vector.variables)
        }
    }

    /// Where a fetch allows a predicate, it finds the objects that match in memory.
    @Test(
        "PRED-13 a fetch and evaluation in memory return the same objects",
        arguments: PredicateVector.all.filter {
            $0.value == nil && !$0.format.contains("tags") && $0.number != 286
        })
    func inFetches(_ vector: PredicateVector) throws {
        let people = try VectorPeople()
        let context = people.container.newContext()
        try expect(vector) {
            let predicate = try vector.predicate(people.identify).withSubstitutionVariables(vector.variables)
            let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: predicate)
            let found = try context.fetch(request).map(\.objectID)
            #expect(found.isEmpty || found == [people.person.objectID])
            return !found.isEmpty
        }
    }

    @Test("PRED-13 a fetch and evaluation in memory agree on ANY, ALL, and NONE of a list before the operator")
    func quantifiedLists() throws {
        let context = try makeContext()
        for (universe, abilities) in [(1, "a"), (2, "ab"), (3, nil), (0, "A")] as [(Int32, String?)] {
            let hero = Superhero(context: context)
            (hero.name, hero.universe, hero.abilities) = ("a", universe, abilities)
        }
        try context.save()
        let heroes = try context.fetch(Superhero.fetchRequest())
        let lists: [[ConstantValue]] = [
            [], [1, 2], [3], [1, nil], [nil], ["a", "ab"], ["a", nil], ["A", 1, 2.5, true], [.collection([1, 2])],
        ]
        func universes(_ modifier: ComparisonModifier, _ list: [ConstantValue], _ key: String) throws -> [Int32]? {
            var found: [Int32]?
            for comparisonOperator in ComparisonOperator.allCases {
                let predicate = ModelPredicate.comparison(
                    ModelComparison(
                        .constant(.collection(list)), comparisonOperator, .keyPath(ModelKeyPath([.key(key)])),
                        modifier: modifier))
                let expected = try? heroes.filter { try predicate.evaluate(with: $0) }.map(\.universe)
                let fetched = try? context.afresh { context in
                    try context.fetch(FetchRequest<Superhero>(predicate: predicate)).map(\.universe)
                }
                // A fetch refuses comparisons of different types that are merely false in memory.
                guard let fetched else { continue }
                #expect(fetched == expected, "\(modifier) \(list) \(comparisonOperator) \(key)")
                if comparisonOperator == .equalTo { found = fetched }
            }
            return found
        }
        for key in ["universe", "abilities"] {
            for modifier in [ComparisonModifier.any, .all, .none] {
                for list in lists { _ = try universes(modifier, list, key) }
            }
        }
        #expect(try universes(.any, [1, 2], "universe") == [1, 2])
        #expect(try universes(.none, [1, 2], "universe") == [3, 0])
        #expect(try universes(.all, [1, 1], "universe") == [1])
        #expect(try universes(.any, ["a", nil], "abilities") == [1, 3])
        #expect(try universes(.any, [], "universe") == [])
        #expect(try universes(.all, [], "universe") == [1, 2, 3, 0])
        #expect(try universes(.none, [], "universe") == [1, 2, 3, 0])
    }

    @Test("The predicates of the collection are numbered without gaps")
    func vectorsAreNumberedWithoutGaps() {
        #expect(PredicateVector.all.map(\.number) == Array(1...286))
    }
}
