import Foundation
import ObjectGraph
import Testing

/// What holds for every predicate, tried on the collection.
struct PredicateLawTests {
    private let source = TableSource()

    private func evaluate(_ predicate: ModelPredicate, _ vector: PredicateVector) throws -> Bool {
        try PredicateEvaluator(source: source, now: Date()).evaluate(
            predicate, on: vector.value.map(QueryValue.init) ?? .object(TableSource.person),
            variables: vector.variables)
    }

    @Test(
        "Negation reverses a predicate, and its printed form has the same result",
        arguments: PredicateVector.all.filter { $0.outcome == .isTrue || $0.outcome == .isFalse })
    func negationAndPrinting(_ vector: PredicateVector) throws {
        let predicate = try vector.predicate(source.identify)
        let expected = vector.outcome == .isTrue
        #expect(try evaluate(.not(predicate), vector) == !expected)
        #expect(try evaluate(.not(.not(predicate)), vector) == expected)
        let printed = predicate.printed
        let parsed = try ModelPredicate(format: printed.format, arguments: printed.arguments)
        #expect(try evaluate(parsed, vector) == expected)
    }

    @Test(
        "A quantifier has the same result as its subquery",
        arguments: ["==", "!=", "<", "<=", ">", ">="], [2, 3, 4, 5, 6])
    func quantifiers(_ sign: String, _ age: Int) throws {
        func isTrue(_ format: String) throws -> Bool {
            try PredicateEvaluator(source: source, now: Date())
                .evaluate(ModelPredicate.format(format), on: .object(TableSource.person))
        }
        let condition = "pets.age \(sign) \(age)"
        #expect(try isTrue("NONE \(condition)") == isTrue("NOT ANY \(condition)"))
        #expect(
            try isTrue("ANY \(condition)") == isTrue("SUBQUERY(pets, $m, $m.age \(sign) \(age)).@count > 0"))
        #expect(
            try isTrue("ALL \(condition)") == isTrue("SUBQUERY(pets, $m, NOT $m.age \(sign) \(age)).@count == 0"))
    }

    @Test(
        "Ignoring case or diacritics loses no match",
        arguments: ["==", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"], ["c", "d", "cd"])
    func foldingLosesNoMatch(_ sign: String, _ options: String) throws {
        let texts = ["", "a", "é", "É", "ß", "SS", "Straße", "がか", "e\u{301}x", "*", "?", "ab", "aXb", "a*b"]
        let evaluator = PredicateEvaluator(source: source, now: Date())
        for left in texts {
            for right in texts {
                let plain = try ModelPredicate.format("%@ \(sign) %@", left, right)
                guard try evaluator.evaluate(plain, on: .null) else { continue }
                let folded = try ModelPredicate.format("%@ \(sign)[\(options)] %@", left, right)
                #expect(try evaluator.evaluate(folded, on: .null), "\(left) \(sign)[\(options)] \(right)")
            }
        }
    }
}
