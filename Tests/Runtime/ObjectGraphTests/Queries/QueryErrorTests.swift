import Foundation
import ObjectGraph
import Testing

/// What cannot be evaluated is thrown, with the names of the model and without values.
struct QueryErrorTests {
    let people: VectorPeople

    init() throws {
        people = try VectorPeople()
    }

    @Test(
        "Each kind of query error has its code and the column of its cause",
        arguments: [
            ("nmae == 1", QueryError.Code.unknownKey), ("team.nmae == 1", .unknownKey),
            ("name.size == 1", .keyPathThroughValue),
            ("name.@count == 1", .notACollection), ("SUBQUERY(name, $n, TRUEPREDICATE).@count == 1", .notACollection),
            ("name + 1 == 2", .typeMismatch), ("-name == 2", .typeMismatch), ("age & 1.5 == 1", .typeMismatch),
            ("uppercase:(age) == 'A'", .typeMismatch), ("pets.@sum.name == 1", .typeMismatch),
            ("age BETWEEN 3", .invalidBetweenBounds), ("age == $AGE", .missingVariable),
            ("age / 0 == 1", .divisionByZero),
            ("modulus:by:(age, 0) == 1", .divisionByZero), ("CAST('1', 'NSDecimalNumber') / 0 == 1", .divisionByZero),
            ("big * big == 1", .overflow), ("2 ** 64 == 1", .overflow), ("pets[2] == nil", .indexOutOfRange),
            ("pets[-1] == nil", .indexOutOfRange), ("name[0] == 'A'", .notACollection),
            ("name MATCHES '('", .invalidPattern),
            ("name MATCHES 'a)(b'", .invalidPattern), ("FUNCTION(name, 'exit') == 1", .unsupported),
            ("CAST(name, 'NSThing') == 1", .unsupported), ("age == abs:(-9223372036854775807 - 1)", .overflow),
        ])
    func errorsHaveCodes(_ format: String, _ code: QueryError.Code) throws {
        let predicate = try ModelPredicate.format(format)
        let error = #expect(throws: QueryError.self) { try predicate.evaluate(with: people.person) }
        #expect(error?.code == code)
        #expect(error?.column == 1)
        #expect(error?.description.contains("Anna") == false)
    }

    @Test(
        "An error contains the column of the comparison that failed",
        arguments: [
            ("age == 31 AND age / 0 == 1", 15), ("nick == 'café' AND NOT (age / 0 == 1)", 25),
            ("age == 31 AND ANY pets.age + 'x' == 1", 15), ("1 == SUBQUERY(pets, $p, $p.age / 0 == 1).@count", 25),
            ("age == 31 AND name MATCHES '('", 15), ("age == 31 AND TERNARY(age / 0 == 1, 1, 2) == 1", 23),
        ])
    func errorsNameTheComparison(_ format: String, _ column: Int) throws {
        let predicate = try ModelPredicate.format(format)
        let error = #expect(throws: QueryError.self) { try predicate.evaluate(with: people.person) }
        #expect(error?.column == column)
        let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: predicate)
        let inFetch = #expect(throws: QueryError.self) { try people.context.fetch(request) }
        #expect(inFetch?.column == column)
        #expect(error?.description.hasPrefix("column \(column): ") == true)
    }

    @Test("An error in a predicate argument has the column of its placeholder")
    func predicateArgument() throws {
        let inner = try ModelPredicate.format("name == 'Anna' AND age / 0 == 1")
        let failing = try ModelPredicate(format: "age == 31 AND %@", arguments: [.predicate(inner)])
        let error = #expect(throws: QueryError.self) { try failing.evaluate(with: people.person) }
        #expect(error?.column == 15)
        // Places say nothing of what a predicate is.
        #expect(try ModelPredicate.format("  age == 1") == ModelPredicate.format("age == 1"))
    }

    @Test("FET-33 an unknown key is named with its entity and the nearest property")
    func unknownKeys() throws {
        let predicate = try ModelPredicate.format("team.nmae == 1")
        let inMemory = #expect(throws: QueryError.self) { try predicate.evaluate(with: people.person) }
        #expect(inMemory?.description == "column 1: 'Team' has no property 'nmae'; did you mean 'name'?")
        let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: predicate)
        let inFetch = #expect(throws: QueryError.self) { try people.context.fetch(request) }
        #expect(inFetch == inMemory)
    }

    @Test("FET-33 a fetch checks its predicate even if there are no objects")
    func emptyStores() throws {
        let context = try makeContext(.vectorPeople)
        func fetch(_ format: String) throws {
            _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Person", predicate: .format(format)))
        }
        try fetch("name == 'x'")
        #expect(throws: QueryError.self) { try fetch("nmae == 'x'") }
        #expect(throws: QueryError.self) { try fetch("name == $NAME") }
    }

    @Test("PRED-8 and FET-35 a fetch refuses to-many relationships without a quantifier, and transient properties")
    func fetchLimits() throws {
        for (format, code) in [
            ("pets.age > 4", QueryError.Code.toManyWithoutQuantifier), ("mood == 'glad'", .transientKey),
        ] {
            let predicate = try ModelPredicate.format(format)
            let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: predicate)
            let error = #expect(throws: QueryError.self) { try people.context.fetch(request) }
            #expect(error?.code == code)
            #expect(try !predicate.evaluate(with: people.person))
        }
    }

    @Test("PRED-15 a malformed format fails when the predicate is created, with the position")
    func malformedFormats() {
        let error = #expect(throws: FormatError.self) { try ModelPredicate.format("name == ") }
        #expect(error?.column == 9)
    }

    /// The engine is stopped after a number of steps, so this takes the same steps on every machine.
    @Test("A regular expression that takes too many steps is an error")
    func patternsThatTakeForeverFail() throws {
        people.person.setValue(String(repeating: "a", count: 60) + "b", forKey: "name")
        let predicate = try ModelPredicate.format("name MATCHES '(a+)+'")
        let error = #expect(throws: QueryError.self) { try predicate.evaluate(with: people.person) }
        #expect(error?.code == .patternTooComplex)
    }

    @Test("A pattern with many asterisks is evaluated")
    func manyStarsAreNoTrouble() throws {
        people.person.setValue(String(repeating: "a", count: 2000), forKey: "name")
        let pattern = String(repeating: "*a", count: 500) + "*b"
        #expect(try !ModelPredicate.format("name LIKE %@", pattern).evaluate(with: people.person))
    }

    @Test("Following a relationship after the context has been released is an error")
    func objectsWithoutAContextAreAnError() throws {
        var people: VectorPeople? = try VectorPeople()
        let other = people?.container.newContext()
        let person = try #require(people?.person)
        people = nil
        #expect(try ModelPredicate.format("age == 31").evaluate(with: person))
        let error = #expect(throws: QueryError.self) {
            try ModelPredicate.format("ANY pets.age == 5").evaluate(with: person)
        }
        #expect(error?.code == .missingContext)
        _ = other
    }
}
