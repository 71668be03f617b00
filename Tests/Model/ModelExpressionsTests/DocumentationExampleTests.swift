import ModelDiagnostics
import ModelExpressions
import ModelSchema
import Testing

/// The examples in the doc comments of predicates and expressions.
@Suite struct DocumentationExampleTests {
    private let hero = Entity(
        name: "Hero",
        attributes: [
            Attribute(name: "name", type: .string), Attribute(name: "age", type: .integer16, isOptional: true),
        ])
    private var model: Model { Model(name: "App", entities: [hero]) }

    @Test("The examples of predicates parse and build the same condition")
    func predicates() throws {
        // Example: ModelPredicate
        let parsed = try ModelPredicate(format: "name BEGINSWITH[c] %@ AND age > 3", arguments: ["Bat"])
        print(parsed)  // name BEGINSWITH[c] "Bat" AND age > 3
        // End
        // Example: ModelComparison
        let name = ModelExpression.keyPath(ModelKeyPath([.key("name")]))
        let comparison = ModelComparison(name, .beginsWith, .constant("Bat"), options: .caseInsensitive)
        // End
        let age = ModelExpression.keyPath(ModelKeyPath([.key("age")]))
        let built = ModelPredicate.and([
            .comparison(comparison), .comparison(ModelComparison(age, .greaterThan, .constant(3))),
        ])
        #expect(parsed == built)
        // Example: ComparisonOperator
        let isRange = comparison.operator.isOrdering || comparison.operator == .between  // An index may help.
        // End
        #expect(!isRange)
        // Example: ComparisonModifier
        let anyTeam = ModelComparison(
            .keyPath(ModelKeyPath([.key("teams"), .key("name")])), .equalTo, .constant("Birds"), modifier: .any)
        print(ModelPredicate.comparison(anyTeam))  // ANY teams.name == "Birds"
        // End
        #expect("\(ModelPredicate.comparison(anyTeam))" == "ANY teams.name == \"Birds\"")
        // Example: ComparisonOptions
        let options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]  // name CONTAINS[cd] "e"
        let ignoresAccents = options.contains(.diacriticInsensitive)
        // End
        #expect(ignoresAccents)
        // Example: FormatPosition
        if case .and(let members) = parsed, case .comparison(let second) = members[1] {
            print(second.position.column ?? 0)  // 27: where `age > 3` begins
        }
        // End
        if case .and(let members) = parsed, case .comparison(let second) = members[1] {
            #expect(second.position.column == 27)
        }
    }

    @Test("The examples of errors and arguments read the condition of a user")
    func formats() throws {
        func parse(_ condition: String) -> ModelPredicate? {
            // Example: FormatError
            do {
                return try ModelPredicate(format: condition)
            } catch {
                print(error.column, error.message, error.hint)  // For a mark below the text
                return nil
            }
            // End
        }
        #expect(parse("age > 3") != nil && parse("age >") == nil)
        // Example: FormatArgument
        let arguments: [FormatArgument] = ["name", ["Batgirl", "Robin"]]
        let predicate = try ModelPredicate(format: "%K IN %@", arguments: arguments)
        // End
        #expect("\(predicate)" == "name IN {\"Batgirl\", \"Robin\"}")
        // Example: ExtraArguments
        let lenient = try ModelPredicate(format: "age > 3", arguments: ["unused"], extraArguments: .ignored)
        // End
        #expect("\(lenient)" == "age > 3")
        // Example: PrintedFormat
        let printed = predicate.printed
        let same = try ModelPredicate(format: printed.format, arguments: printed.arguments)
        // End
        #expect(same == predicate)
    }

    @Test("The examples of expressions compute, select, and transform values")
    func expressions() throws {
        // Example: ModelExpression
        let total = try ModelExpression(format: "price * (1 + %@)", arguments: [0.2])
        let length = try ModelExpression(derivation: "items.@count")
        // End
        #expect("\(length)" == "items.@count")
        // Example: BinaryOperator
        if case .binary(let operation, _, let right) = total { print(operation.rawValue, right) }  // * 1 + 0.2
        // End
        guard case .binary(.multiply, _, .binary(.add, _, _)) = total else {
            Issue.record("the expression is not a product with a sum")
            return
        }
        // Example: UnaryOperator
        let debt = ModelExpression.unary(.negate, .keyPath(ModelKeyPath([.key("balance")])))  // -balance
        // End
        #expect("\(debt)" == "-balance")
        // Example: ExpressionFunction
        let search = ModelExpression.function(.canonical, [.keyPath(ModelKeyPath([.key("name")]))])
        print(search)  // canonical:(name)
        // End
        #expect("\(search)" == "canonical:(name)")
        // Example: ElementPosition
        let notes = ModelExpression.keyPath(ModelKeyPath([.key("notes")]))
        let latest = ModelExpression.element(of: notes, at: .last)  // notes[LAST]
        // End
        #expect("\(latest)" == "notes[LAST]")
        // Example: ModelKeyPath
        let path = ModelKeyPath(text: "items.@sum.price")
        let first = path?.components.first  // .key("items")
        // End
        #expect(first == .key("items"))
        // Example: CollectionOperator
        let count = ModelKeyPath([.key("items"), .collectionOperator(.count)])  // items.@count
        // End
        #expect("\(count)" == "items.@count")
    }

    @Test("The examples of constants hold values of every type")
    func constants() {
        // Example: ConstantValue
        let values: [ConstantValue] = ["Batgirl", 3, 0.5, true, nil, ["a", "b"], .date(0)]  // 0 is 2001-01-01.
        // End
        #expect(values[2] == .real(0.5))
        // Example: OpaqueValue
        let heroID = OpaqueValue(7, entityName: "Hero")  // A value that only its owner understands
        let isHero = ModelComparison(.evaluatedObject, .equalTo, .constant(.opaque(heroID)))
        // End
        #expect(isHero.right == .constant(.opaque(OpaqueValue(7))))
    }

    @Test("The examples of the checker find a mistyped name, and the type of a variable")
    func checks() throws {
        // Example: ExpressionChecker
        let checker = ExpressionChecker(model)
        let report = checker.check(try ModelPredicate(format: "nam == 'Batgirl'"), of: hero)
        for diagnostic in report.diagnostics { print(diagnostic.message, diagnostic.hint ?? "") }
        // End
        #expect(!report.isValid)
        // Example: ExpressionReport
        let template = checker.check(try ModelPredicate(format: "age > $AGE"), of: hero)
        if template.isValid { print(template.variableTypes) }  // ["AGE": attribute(integer16)]
        // End
        // Example: ExpressionType
        let expected = template.variableTypes["AGE"] ?? .unknown
        if case .attribute(let type) = expected.element, type.integerRange != nil { print("a whole number") }
        // End
        #expect(expected == .attribute(.integer16))
        do {
            // Example: ExpressionChecker.check
            let condition = try ModelPredicate(format: "age > $AGE")
            let report = checker.check(condition, of: hero, variables: ["AGE": .attribute(.integer16)])
            // End
            #expect(report.isValid)
        }
        // Example: ExpressionChecker.check
        let sum = checker.check(try ModelExpression(format: "age + 1"), of: hero)
        for diagnostic in sum.diagnostics { print(diagnostic.message) }
        // End
        #expect(sum.isValid)
    }
}
