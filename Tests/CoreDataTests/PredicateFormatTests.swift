import CoreData
import CoreDataSampleModels
import Foundation
import ModelExpressions
import TestSupport
import Testing

struct PredicateFormatTests {
    @Test("Key paths of arguments join, as in Foundation")
    func joinedKeyPaths() throws {
        let container = makeContainer()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let (team, hero) = (Team(context: context), Superhero(context: context))
            team.name = "Justice League"
            hero.name = "Batman"
            team.addToHeroes(hero)
            try context.save()
            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            request.predicate = NSPredicate(format: "ANY %K.%K == %@", "teams", "name", "Justice League")
            #expect(try context.fetch(request) == [hero])
            request.predicate = NSPredicate(
                format: "SUBQUERY(%K, $t, $t.%K == %@).@count == %d", "teams", "name", "Justice League", 1)
            #expect(try context.fetch(request) == [hero])
        }
    }

    @Test(
        "Integers of every length have a placeholder",
        arguments: ["d", "i", "hd", "hi", "hhd", "hhu", "ld", "lu", "lld", "llu", "qd", "qi", "qu", "zd", "zi", "zu"])
    func lengths(_ specifier: String) {
        let predicate = NSPredicate(format: "age == %\(specifier) AND rank < %\(specifier)", 5, 7)
        #expect(predicate == NSPredicate(format: "age == 5 AND rank < 7"))
    }

    @Test("A predicate of Swift's about what the model does not have is evaluated for each object")
    @MainActor
    func swiftPredicatesOfClasses() throws {
        let context = try Garage.context()
        for (maker, plate) in [("Fiat", "1"), ("Seat", "2")] { context.makeCar(plate).maker = maker }
        try context.save()
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = NSPredicate(#Predicate<GarageCar> { $0.maker == "Seat" && !$0.isSelected })
        #expect(try context.fetch(request).map(\.numberPlate) == ["2"])
        #expect(try context.count(for: request) == 1)
    }

    /// What a parser of the program's own throws, without the end of the program.
    private func error(_ format: String, _ arguments: Any?...) -> FormatError? {
        #expect(throws: FormatError.self) { try ModelPredicate(programFormat: format, arguments: arguments) }
    }

    @Test("What cannot be an argument is an error at its placeholder, which says what to pass")
    func unusableArguments() {
        struct Odd {}
        let odd = error("name == %@ AND age == %@", "x", Odd())
        #expect(
            odd?.description == """
                column 23: argument 2 has the type Odd, which predicates cannot compare; pass a string, a number, a \
                date, data, a UUID, a URL, an object, its ID, or a collection of them
                """)
        #expect(error("a IN %@", [1, Odd()] as [Any])?.column == 6)
        #expect(error("%K == 1", Odd())?.column == 1)
        #expect(error("a.%K == 1", ["a": 1])?.column == 3)
        let block = error("a == 1 OR %@", NSPredicate { _, _ in true })
        #expect(
            block?.description == """
                column 11: argument 1 is a predicate with a block, which cannot be part of a format; use a format for \
                it, or combine the two with NSCompoundPredicate
                """)
        var deep: [Any] = [1]
        for _ in 0..<150 { deep = [deep] }
        #expect(error("a == %@", deep)?.message == "argument 1 has more than 100 levels")
    }

    @Test("Arguments without a placeholder are ignored, whatever they are")
    func surplusArguments() throws {
        struct Odd {}
        #expect(try ModelPredicate(programFormat: "a == 1", arguments: [Odd()]).description == "a == 1")
    }

    @Test("Values of every kind are arguments")
    func arguments() throws {
        func text(_ argument: Any?) throws -> String {
            try ModelPredicate(programFormat: "a == %@", arguments: [argument]).description
        }
        #expect(try text(nil) == "a == nil")
        #expect(try text(NSNull()) == "a == nil")
        #expect(try text(Optional<Any>.none as Any) == "a == nil")
        #expect(try text("abcd".prefix(2)) == "a == \"ab\"")
        #expect(try text(NSNumber(value: UInt64.max)) == "a == 1.8446744073709552e+19")
        #expect(try text(NSNumber(value: UInt64(7))) == "a == 7")
        #expect(try text([1, nil, "x"] as [Any?]) == "a == {1, nil, \"x\"}")
    }

    /// Formats and arguments of programs, right and wrong, none of which may end the program.
    @Test("Random formats with values of any type are parsed or refused", arguments: [UInt64](0..<4))
    func randomFormats(seed: UInt64) {
        struct Odd {}
        let parts = [
            "%@", "%K", ".%K", "$x.%K", "%d", "%f", "%s", "%q", "a", "SELF", "1", "'s'", "==", "<", "IN", "BETWEEN",
            "LIKE", "AND", "NOT", "ANY", "(", ")", "{", "}", ",", ".", "SUBQUERY(", "$x", "CAST(", "count:(", "@count",
        ]
        let arguments: [Any?] = [
            nil, NSNull(), "", "a", "a.b", "a..b", "@count", "SELF", "a b", "é", 7, -1, 2.5, Double.nan, UInt64.max,
            Int8.min, true, Decimal(1.5), Date(), Date.distantPast, Data([1]), UUID(), URL(filePath: "/"), Odd(),
            NSNumber(value: UInt64.max), NSDecimalNumber.notANumber, [] as [Any], [1, "a", nil] as [Any?], ["a": 1],
            Set([1, 2]), NSSet(array: ["a"]), NSOrderedSet(array: [1]), NSArray(array: [NSArray()]), [Date()],
            [[["a"]]], "abc".prefix(2), Character("c"), 1...3, NSPredicate(value: true), NSPredicate(format: "a == 1"),
            NSPredicate { _, _ in true }, NSExpression(forKeyPath: "a.b"), NSExpression(forVariable: "x"),
            NSExpression(forConstantValue: nil),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(value: true)),
        ]
        var generator = SplitMix(seed: seed)
        for _ in 0..<2_000 {
            let format = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                parts[Int.random(in: parts.indices, using: &generator)]
            }.joined(separator: Bool.random(using: &generator) ? " " : "")
            let values = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                arguments[Int.random(in: arguments.indices, using: &generator)]
            }
            do {
                _ = try ModelPredicate(programFormat: format, arguments: values).description
            } catch {
                #expect((1...format.count + 1).contains(error.column) && !error.hint.isEmpty, "\(format)")
            }
            _ = try? ModelExpression(programFormat: format, arguments: values).description
        }
    }

    #if compiler(>=6.2)
        @Test("A format that does not parse ends the program with its place")
        func message() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "name == %@ AND", "x")
            }
            #expect(
                result?.fatalMessage == """
                    Unable to parse the format string "name == %@ AND": column 15: the text ends unexpectedly; put a \
                    key, a value, or a condition here
                    """)
        }
    #endif
}
