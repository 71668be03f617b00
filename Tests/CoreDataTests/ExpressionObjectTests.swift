import CoreData
import CoreDataSampleModels
import TestSupport
import Testing

@testable import CoreData

/// Predicates and expressions as programs build them and take them apart.
@Suite struct ExpressionObjectTests {
    @Test("A format's parts can be read")
    func partsOfFormat() throws {
        let both = try #require(
            NSPredicate(format: "name BEGINSWITH[cd] %@ AND ANY teams.name IN %@", "a", ["b"])
                as? NSCompoundPredicate)
        #expect(both.compoundPredicateType == .and && both.subpredicates.count == 2)
        let name = try #require(both.subpredicates.first as? NSComparisonPredicate)
        #expect(name.leftExpression.expressionType == .keyPath && name.leftExpression.keyPath == "name")
        #expect(name.rightExpression.constantValue as? String == "a")
        #expect(name.predicateOperatorType == .beginsWith)
        #expect(name.options == [.caseInsensitive, .diacriticInsensitive])
        #expect(name.comparisonPredicateModifier == .direct)
        let teams = try #require(both.subpredicates.last as? NSComparisonPredicate)
        #expect(teams.comparisonPredicateModifier == .any && teams.predicateOperatorType == .in)
        #expect(teams.rightExpression.constantValue as? [String] == ["b"])
        #expect(NSPredicate(format: "a == 1").evaluate(with: ["a": 1]))
        #expect(NSPredicate(format: "TRUEPREDICATE") as? NSComparisonPredicate == nil)
        let none = try #require(NSPredicate(format: "NONE teams.name == 'x'") as? NSCompoundPredicate)
        let any = try #require(none.subpredicates.first as? NSComparisonPredicate)
        #expect(none.compoundPredicateType == .not && any.comparisonPredicateModifier == .any)
    }

    /// The key paths of a predicate, as libraries for caching and syncing collect them.
    private func keyPaths(in predicate: NSPredicate) -> [String] {
        switch predicate {
        case let compound as NSCompoundPredicate: compound.subpredicates.flatMap(keyPaths)
        case let comparison as NSComparisonPredicate:
            [comparison.leftExpression, comparison.rightExpression].flatMap(keyPaths)
        default: []
        }
    }

    private func keyPaths(in expression: NSExpression) -> [String] {
        switch expression.expressionType {
        case .keyPath: [expression.keyPath]
        case .function: (expression.arguments ?? []).flatMap(keyPaths)
        case .aggregate: (expression.collection as? [NSExpression] ?? []).flatMap(keyPaths)
        case .subquery: (expression.collection as? NSExpression).map(keyPaths) ?? []
        case .conditional: keyPaths(in: expression.predicate) + keyPaths(in: expression.true)
        default: []
        }
    }

    @Test("A program can walk every part of a predicate")
    func walking() {
        let predicate = NSPredicate(
            format: """
                (a + b.c == 3 OR NOT d BETWEEN {1, e}) AND SUBQUERY(f, $x, $x.g == 1).@count > 0 \
                AND TERNARY(h == 1, i, j) == 2
                """)
        #expect(keyPaths(in: predicate) == ["a", "b.c", "d", "e", "@count", "h", "i"])
    }

    @MainActor
    @Test("A predicate that a program puts together fetches what its format does")
    func builtPredicates() throws {
        let context = makeContainer().viewContext
        for name in ["Ann", "anton", "Bob"] { Superhero(context: context).name = name }
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        let name = NSExpression(forKeyPath: \Superhero.name)
        request.predicate = NSComparisonPredicate(
            leftExpression: name, rightExpression: NSExpression(forConstantValue: "an"), modifier: .direct,
            type: .beginsWith, options: .caseInsensitive)
        #expect(request.predicate == NSPredicate(format: "name BEGINSWITH[c] 'an'"))
        #expect(try Set(context.fetch(request).map(\.name)) == ["Ann", "anton"])
        try context.save()
        #expect(try context.count(for: request) == 2)
        let length = NSExpression(forFunction: "length:", arguments: [name])
        let long = NSComparisonPredicate(
            leftExpression: length, rightExpression: NSExpression(forConstantValue: 3), modifier: .direct,
            type: .greaterThan)
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [long, NSPredicate(value: true)])
        #expect(try context.fetch(request).map(\.name) == ["anton"])
        // A store can't evaluate a block, so the objects are fetched and tested.
        let block = NSExpression(block: { object, _, _ in (object as? Superhero)?.name?.count ?? 0 }, arguments: nil)
        request.predicate = NSComparisonPredicate(
            leftExpression: block, rightExpression: NSExpression(forConstantValue: 5), modifier: .direct,
            type: .equalTo)
        #expect(try context.fetch(request).map(\.name) == ["anton"])
    }

    @Test("Expressions have values")
    func values() {
        func value(_ expression: NSExpression, _ object: Any? = nil) -> Any? {
            expression.expressionValue(with: object, context: nil)
        }
        #expect(value(NSExpression(format: "2 + 3 * 4")) as? Int == 14)
        #expect(value(NSExpression(forKeyPath: "a"), ["a": "x"]) as? String == "x")
        let numbers = NSExpression(forConstantValue: [1, 2, 3])
        #expect(value(NSExpression(forFunction: "average:", arguments: [numbers])) as? Double == 2)
        let context: NSMutableDictionary = ["x": 7]
        #expect(NSExpression(forVariable: "x").expressionValue(with: nil, context: context) as? Int == 7)
        let other = NSExpression(forConstantValue: Set([2, 5]))
        #expect(value(NSExpression(forUnionSet: numbers, with: other)) as? [Int] == [1, 2, 3, 5])
        #expect(value(NSExpression(forIntersectSet: other, with: numbers)) as? Set<Int> == [2])
        #expect(value(NSExpression(forMinusSet: numbers, with: other)) as? [Int] == [1, 3])
        let odd = NSExpression(
            forSubquery: numbers, usingIteratorVariable: "n", predicate: NSPredicate(format: "modulus:by:($n, 2) == 1"))
        #expect(value(odd) as? [Int] == [1, 3] && odd.variable == "n")
        let size = NSExpression(
            forConditional: NSPredicate(format: "SELF > 10"), trueExpression: NSExpression(forConstantValue: "big"),
            falseExpression: NSExpression(forConstantValue: "small"))
        #expect(value(size, 11) as? String == "big" && value(size, 3) as? String == "small")
        #expect(size.true.constantValue as? String == "big" && size.predicate == NSPredicate(format: "SELF > 10"))
        let sum = NSExpression(
            block: { _, values, _ in values.compactMap { $0 as? Int }.reduce(0, +) },
            arguments: [NSExpression(forConstantValue: 1), NSExpression(forKeyPath: "b")])
        #expect(value(sum, ["b": 4]) as? Int == 5 && sum.expressionType == .block)
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(value(.expressionForEvaluatedObject(), "self") as? String == "self")
    }

    @Test("What a program takes apart can be put together again")
    func rebuilding() throws {
        func rebuilt(_ expression: NSExpression) -> NSExpression {
            switch expression.expressionType {
            case .constantValue: NSExpression(forConstantValue: expression.constantValue)
            case .variable: NSExpression(forVariable: expression.variable)
            case .keyPath where expression.operand.expressionType == .evaluatedObject:
                NSExpression(forKeyPath: expression.keyPath)
            case .function where expression.operand.expressionType == .evaluatedObject:
                NSExpression(
                    forFunction: expression.function, arguments: (expression.arguments ?? []).map(rebuilt))
            case .aggregate:
                NSExpression(forAggregate: (expression.collection as? [NSExpression] ?? []).map(rebuilt))
            default: expression
            }
        }
        let formats = [
            "a.b", "$x", "'text'", "5", "{a, 2}", "length:(name)", "list[FIRST]", "list[2]", "CAST(a, 'NSDate')",
            "SUBQUERY(a, $x, $x.b == 1)", "SELF",
        ]
        for format in formats {
            let expression = NSExpression(format: format)
            #expect(rebuilt(expression) == expression && rebuilt(expression).hash == expression.hash, "\(format)")
        }
        // Operators become functions.
        let sum = NSExpression(format: "a + 2")
        #expect(sum.function == "add:to:" && sum.arguments?.count == 2)
        #expect(rebuilt(sum).expressionValue(with: ["a": 1], context: nil) as? Int == 3)
        let negated = NSExpression(format: "-a")
        #expect(rebuilt(negated).expressionValue(with: ["a": 1], context: nil) as? Int == -1)
    }

    @Test("The parts of objects are released with them")
    func release() {
        final class Witness {}
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            let block = NSExpression(block: { _, _, _ in ObjectIdentifier(held).hashValue }, arguments: nil)
            let comparison = NSComparisonPredicate(
                leftExpression: block, rightExpression: block, modifier: .direct, type: .equalTo)
            #expect(comparison.evaluate(with: nil) && witness != nil)
        }
        #expect(witness == nil)
    }

    @Test("A table of methods that is not as expected stays as it is")
    func unexpectedTables() {
        #expect(FoundationMethods.isReplaced)
        class Base: NSObject { func name() -> String { "base" } }
        class Other: Base { override func name() -> String { "other" } }
        class Plain: Base {}
        class Unrelated: NSObject { func name() -> String { "unrelated" } }
        let table = MethodTable(of: Base.self)
        #expect(!table.takeOverrides(of: Other.self, unlike: Plain.self, count: 2))
        #expect(!table.takeOverrides(of: Unrelated.self, unlike: Plain.self, count: 1))
        #expect(Base().name() == "base")
    }

    #if compiler(>=6.2)
        @Test("An object of another size does not change its class")
        func otherSizes() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                final class Small: NSObject {}
                final class Large: NSObject { var text = "" }
                _ = ObjectClass.changed(Small(), to: Large.self, as: NSObject.self)
            }
            #expect(result?.fatalMessage?.contains("cannot be created") == true)
        }

        @Test("A part that an expression does not have ends the program with a message")
        func absentPart() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSExpression(forVariable: "x").keyPath
            }
            #expect(result?.fatalMessage == "the expression '$x' has no key path")
        }
    #endif

    @Test("Sort descriptors with a key can be reversed")
    func reversed() {
        let name = NSSortDescriptor(key: "name", ascending: true)
        #expect((name.reversedSortDescriptor as? NSSortDescriptor) == NSSortDescriptor(key: "name", ascending: false))
    }
}
