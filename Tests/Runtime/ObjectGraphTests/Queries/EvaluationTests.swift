import Foundation
import ModelSchema
import ObjectGraph
import Testing

/// What the collection of predicates does not show of the evaluator.
struct EvaluationTests {
    let people: VectorPeople

    init() throws {
        people = try VectorPeople()
    }

    @Test(
        "A predicate that is true for the person is evaluated as true",
        arguments: [
            // Numbers of all kinds meet by value.
            "CAST('9.99', 'NSDecimalNumber') == 9.99", "CAST('2', 'NSDecimalNumber') + 1 == 3",
            "big > 9007199254740992.0",
            "big < 9223372036854775808.0", "age + 0.5 > 31", "10 / 4 == 2", "1.0 / 0 > big", "-7 / 2 == -3",
            "modulus:by:(7.5, 2) == 1.5", "ceiling:(1.2) == 2", "floor:(-1.2) == -2", "trunc:(-1.7) == -1",
            "ceiling:(CAST('-1.5', 'NSDecimalNumber')) == -1", "trunc:(CAST('1.5', 'NSDecimalNumber')) == 1",
            // A product that is too small for a decimal is rounded.
            "CAST('1e-100', 'NSDecimalNumber') * CAST('-1e-100', 'NSDecimalNumber') == 0",
            "CAST('2e-66', 'NSDecimalNumber') * CAST('33e-62', 'NSDecimalNumber') == CAST('66e-128', 'NSDecimalNumber')",
            "CAST('25e-70', 'NSDecimalNumber') * CAST('3e-60', 'NSDecimalNumber') == CAST('1e-128', 'NSDecimalNumber')",
            "raise:toPower:(2, -1) == 0.5", "~0 == -1", "onesComplement:(0) == -1", "1 << 70 == 0",
            // What is many at once.
            "median:({3, 1, 2}) == 2", "median:({1, 2}) == 1.5", "mode:({1, 2, 2}) == 2", "stddev:({2, 4}) == 1",
            "sum:({}) == 0", "max:({}) == nil", "average:({}) == 0", "count:(pets) == 2",
            "pets.@distinctUnionOfObjects.kind.@count == 2",
            "pets.@unionOfObjects.age.@sum == 8", "{3, 5} == pets.age", "pets[0].name == 'Rex'",
            "pets[LAST].kind == 'cat'",
            "pets[SIZE] == 2", "max:(pets.age) == 5", "min:(pets.name) == 'Rex'",
            // Nothing.
            "team.lead.team.@count == nil", "uppercase:(email) == nil",
            "SUBQUERY(team.lead.pets, $p, TRUEPREDICATE).@count == 0",
            "ANY team.lead.pets.name == nil", "NOT (nil IN {1})", "1 + nil == nil", "abs:(nil) == nil",
            // Text.
            "NOT ('\u{E9}' CONTAINS 'e')", "NOT ('e\u{301}' CONTAINS 'e')", "'xe\u{301}y' CONTAINS '\u{E9}'",
            "NOT ('a\r\nb' CONTAINS '\n')", "'e\u{301}' < '\u{E9}a'", "NOT ('\u{AC00}\u{11A8}' CONTAINS '\u{AC00}')",
            "'\u{AC00}\u{11A8}' CONTAINS '\u{AC01}'", "'abab' CONTAINS 'ba'", "NOT ('aab' CONTAINS 'ac')",
            // A date that is not a number has no text.
            "CAST(CAST(0.0 / 0, 'NSDate'), 'NSString') == nil", "CAST(1.0 / 0, 'NSDate') > CAST(0, 'NSDate')",
            "canonical:(nick) == 'cafe'", "lowercase:(name) == 'anna'", "'Anna' ==[n] name", "'b' >[l] 'a'",
            "'x' BEGINSWITH[n] 'x'", "'yx' ENDSWITH[n] 'x'", "'a\\nb' LIKE 'a?b'", "'ß' LIKE[c] '?'",
            "'Straße' BEGINSWITH[c] 'STRASSE'",
            "nick MATCHES[cd] 'CAFE'", "code MATCHES 'A|ABC-123'", "'a\\n' MATCHES 'a\\n'", "NOT ('a\\n' MATCHES 'a')",
            "code MATCHES '(?x) ABC-123 # a code'", "FUNCTION('12', 'intValue') == 12", "CAST(age, 'NSString') == '31'",
            "'が' !=[d] 'か'",
            // Objects.
            "self == SELF", "SELF.objectID == SELF", "objectID IN {}  OR TRUEPREDICATE", "entity.name == 'Person'",
            "team.self == team", "NONE pets == SELF", "FUNCTION(pets, 'count') == 2",
            "SUBQUERY(pets, $p, SUBQUERY(pets, $q, $q.age > $p.age).@count == 1).@count == 1",
            // A key without a variable is one of the outer object's.
            "SUBQUERY(pets, $p, age == 31 AND $p.age == 3).@count == 1",
            "TERNARY(age > 40, pets[9], 'unused') == 'unused'", "random() < 1", "random:(1) == 0", "now() == now()",
        ])
    func isTrue(_ format: String) throws {
        #expect(try ModelPredicate.format(format).evaluate(with: people.person))
    }

    @Test("A long path to many objects follows each object once", arguments: ["ANY", "ALL", "NONE"])
    func longPaths(_ word: String) throws {
        let person = Entity(
            name: "Person", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
            relationships: [
                Relationship(
                    name: "friends", isOptional: true, isToMany: true, destinationName: "Person", inverseName: "friends"
                )
            ])
        let model = ManagedObjectModel(Model(name: "People", entities: [person]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let people = (0..<10).map { _ in context.insertNewObject(forEntityName: "Person") }
        for (number, person) in people.enumerated() {
            person.setValue("\(number)", forKey: "name")
            person.setValue(people.filter { $0 !== person }, forKey: "friends")
        }
        try context.save()
        // There are 9 to the power of 24 ways.
        let path = Array(repeating: "friends", count: 24).joined(separator: ".") + ".name"
        for (value, isPresent) in [("9", true), ("10", false)] {
            let predicate = try ModelPredicate.format("\(word) \(path) == '\(value)'")
            let isMet = word == "ANY" ? isPresent : word == "NONE" ? !isPresent : false
            #expect(try predicate.evaluate(with: people[0]) == isMet)
            let request = FetchRequest<ManagedObject>(entityName: "Person", predicate: .matching(predicate))
            #expect(try context.fetch(request).count == (isMet ? 10 : 0))
        }
    }

    @Test("A decimal that is not a number is computed with as a real number that is not")
    func decimalsThatAreNotNumbers() throws {
        let item = Entity(
            name: "Item",
            attributes: [
                Attribute(name: "price", type: .decimal, isOptional: true),
                Attribute(name: "weight", type: .double, isOptional: true),
            ],
            relationships: [
                Relationship(
                    name: "parts", isOptional: true, isToMany: true, destinationName: "Item", inverseName: "whole"),
                Relationship(
                    name: "whole", isOptional: true, maximumCount: 1, destinationName: "Item", inverseName: "parts"),
            ])
        let model = ManagedObjectModel(Model(name: "Items", entities: [item]))
        let context = try PersistentContainer(model: model, store: .inMemory).newContext()
        let items = (0..<2).map { _ in context.insertNewObject(forEntityName: "Item") }
        for (item, (price, weight)) in zip(items, [(Decimal.nan, Double.nan), (1, 1)]) {
            item.setValue(price, forKey: "price")
            item.setValue(weight, forKey: "weight")
        }
        items[0].setValue(items, forKey: "parts")
        try context.save()
        for value in [
            "KEY + 1", "1 - KEY", "KEY * 2", "KEY / 2", "KEY * KEY", "-KEY", "abs:(KEY)", "ceiling:(KEY)",
            "floor:(KEY)", "parts.@sum.KEY", "parts.@avg.KEY", "sum:(parts.KEY)", "average:(parts.KEY)",
        ] {
            for (comparison, isMet) in [("VALUE == VALUE", false), ("VALUE == nil", false), ("VALUE != 1", true)] {
                for key in ["price", "weight"] {
                    let format = comparison.replacing("VALUE", with: value.replacing("KEY", with: key))
                    let predicate = try ModelPredicate.format(format)
                    #expect(try predicate.evaluate(with: items[0]) == isMet, "\(format)")
                    let request = FetchRequest<ManagedObject>(entityName: "Item", predicate: .matching(predicate))
                    #expect(try context.fetch(request).contains(items[0]) == isMet, "\(format)")
                }
            }
        }
    }

    @Test("Every function has a result for some argument", arguments: ExpressionFunction.allCases)
    func functionHasAResult(_ function: ExpressionFunction) throws {
        let results = ["2", "'a'", "{1, 2}"].compactMap { argument in
            let arguments = Array(repeating: argument, count: function.argumentCount).joined(separator: ", ")
            let predicate = try? ModelPredicate.format("\(function.rawValue)(\(arguments)) != nil")
            return try? predicate?.evaluate(with: people.person)
        }
        #expect(results.contains(true))
    }

    @Test("PRED-12 two conditions on one member need SUBQUERY")
    func sameMember() throws {
        let both = try ModelPredicate.format("ANY pets.age == 5 AND ANY pets.kind == 'dog'")
        let one = try ModelPredicate.format("SUBQUERY(pets, $p, $p.age == 5 AND $p.kind == 'dog').@count > 0")
        #expect(try both.evaluate(with: people.person))
        #expect(try !one.evaluate(with: people.person))
    }

    @Test("PRED-1 an argument is a value, whatever it contains")
    func hostileArguments() throws {
        let text = "' OR TRUEPREDICATE OR name == '"
        #expect(try !ModelPredicate.format("name == %@", text).evaluate(with: people.person))
        people.person.setValue(text, forKey: "name")
        #expect(try ModelPredicate.format("name == %@", text).evaluate(with: people.person))
    }

    @Test("PRED-2 and PRED-9 objects and identities are compared by identity, in a fetch too")
    func identities() throws {
        let other = people.container.newContext()
        let own = try #require(try other.own(people.person))
        for argument in [people.team.predicateValue, people.team.objectID.predicateValue] {
            #expect(try ModelPredicate.format("%K == %@", "team", argument).evaluate(with: own))
        }
        #expect(try ModelPredicate.format("SELF IN %@", [people.person]).evaluate(with: own))
        #expect(try ModelPredicate.format("%@.name == 'Other'", people.otherTeam).evaluate(with: own))
    }

    @Test("PRED-14 substituting variables creates another predicate")
    func substitution() throws {
        let template = try ModelPredicate.format("age > $LIMIT AND team == $TEAM")
        let predicate = template.withSubstitutionVariables(["LIMIT": 30, "TEAM": people.team])
        #expect(template.freeVariables == ["LIMIT", "TEAM"])
        #expect(predicate.freeVariables.isEmpty)
        #expect(try predicate.evaluate(with: people.person))
        let nobody: ManagedObject? = nil
        #expect(try !template.evaluate(with: people.person, substitutionVariables: ["LIMIT": 30, "TEAM": nobody]))
    }

    @Test("An argument of every supported type can be compared")
    func argumentsOfEveryType() throws {
        let arguments: [(any PredicateArgument)?] = [
            true, Int8(1), Int16(1), Int32(1), Int64(1), UInt8(1), UInt16(1), UInt32(1), UInt64(1), UInt(1), Float(1),
            1.0, Decimal(1),
        ]
        for argument in arguments {
            #expect(try ModelPredicate.format("%@ == 1", argument).evaluate(with: people.person))
        }
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let uuid = UUID()
        let url = try #require(URL(string: "https://example.org/a?b"))
        #expect(try ModelPredicate.format("%@ == %@", date, date).evaluate(with: people.person))
        #expect(try ModelPredicate.format("%@ IN %@", uuid, [uuid]).evaluate(with: people.person))
        #expect(try ModelPredicate.format("%@ == %@", url, url).evaluate(with: people.person))
        #expect(try ModelPredicate.format("%@ == %@", Data([1, 2]), Data([1, 2])).evaluate(with: people.person))
        #expect(try ModelPredicate.format("%@ > %@", UInt64.max, Int64.max).evaluate(with: people.person))
        #expect(try ModelPredicate.format("age IN %@", Set([31])).evaluate(with: people.person))
        #expect(try ModelPredicate.format("email == %@", nil).evaluate(with: people.person))
    }
}
