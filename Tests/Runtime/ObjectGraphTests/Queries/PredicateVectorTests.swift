import Foundation
import ObjectGraph
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

    @Test("The predicates of the collection are numbered without gaps")
    func vectorsAreNumberedWithoutGaps() {
        #expect(PredicateVector.all.map(\.number) == Array(1...286))
    }
}
