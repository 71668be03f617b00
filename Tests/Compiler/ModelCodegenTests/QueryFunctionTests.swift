import ModelDiagnostics
import ModelSchema
import Testing

@testable import ModelCodegen

/// The names, parameters and types of the functions for templates and constraints.
struct QueryFunctionTests {
    private let entities = [
        Entity(
            name: "Person",
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "shoe_size", type: .float),
                Attribute(name: "photo", type: .transformable), Attribute(name: "self", type: .integer64),
                Attribute(name: "context", type: .string), Attribute(name: "in", type: .boolean),
            ],
            relationships: [
                Relationship(name: "boss", destinationName: "Person"),
                Relationship(name: "staff", isToMany: true, destinationName: "Employee"),
            ]),
        Entity(name: "Employee", parentName: "Person"),
    ]

    private func model(
        _ templates: [FetchRequestTemplate] = [], constraints: [[String]] = [], ofChild: [[String]] = []
    ) -> Model {
        var entities = entities
        entities[0].uniquenessConstraints = constraints.map(UniquenessConstraint.init)
        entities[1].uniquenessConstraints = ofChild.map(UniquenessConstraint.init)
        return Model(name: "M", entities: entities, fetchRequestTemplates: templates)
    }

    private func template(_ name: String, _ predicate: String?, of entity: String = "Person") -> FetchRequestTemplate {
        FetchRequestTemplate(name: name, entityName: entity, predicateString: predicate)
    }

    private func sections(_ model: Model, _ options: GenerationOptions = GenerationOptions()) -> [any TemplateContext] {
        OutputPlan(for: model, source: "M", options: options).files.flatMap(\.sections)
    }

    private func functions(_ model: Model, _ options: GenerationOptions = GenerationOptions()) -> [String] {
        sections(model, options).flatMap { section -> [String] in
            switch section {
            case let section as FetchRequestsContext: section.functions.map { "\($0.name)(\($0.parameterList))" }
            case let section as UniquenessContext:
                section.lookups.map { "\($0.name)(\($0.parameterList), in \($0.contextParameter))" }
            default: []
            }
        }
    }

    @Test(
        "Variables in a template become typed parameters",
        arguments: [
            ("name == $NAME", "name: String"), ("$NAME == name", "name: String"), ("shoe_size > $MIN", "min: Float"),
            ("boss == $BOSS", "boss: Person"), ("boss.name == $B AND name == $A", "b: String, a: String"),
            ("ANY staff == $WHO", "who: Employee"), ("name IN $NAMES", "names: [String]"),
            ("boss IN $ALL", "all: [Person]"), ("name IN {$A, $B}", "a: String, b: String"),
            ("shoe_size BETWEEN {$A, $B}", "a: Float, b: Float"), ("SELF == $ME", "me: Person"),
            ("name == $X OR boss.name == $X", "x: String"), ("staff.@count > $COUNT", "count: Int64"),
            ("photo == $PHOTO", "photo: any PredicateValue"), ("name == $class", "`class`: String"),
            ("name == $self", "self_: String"), ("name == $A AND boss.name == $a", "a: String, a_: String"),
            ("SUBQUERY(staff, $s, $s.name == $NAME).@count > 0", "name: String"), ("name == '$NAME'", ""),
            ("name == $self OR name == $Self", "self_: String, self__: String"),
            ("name == $self_ OR name == $self", "self_: String, self__: String"),
            ("name == $_ OR name == $__", "__: String, ___: String"),
            ("name == $MIN_NAME", "min_NAME: String"), ("shoe_size * 2 > $SIZE", "size: Double"),
        ])
    func parameters(predicate: String, expected: String) {
        #expect(functions(model([template("Find", predicate)])) == ["find(\(expected))"])
    }

    @Test(
        "The names of templates become names of functions",
        arguments: [
            ("FetchAll", "fetchAll()"), ("fetchAll", "fetchAll()"), ("URLsOfAll", "urlsOfAll()"),
            ("class", "`class`()"),
            ("Fetch all", "fetchAll()"), ("FetchRequest", "fetchRequest_()"), ("2ndFetch", "_2ndFetch()"),
        ])
    func functionNames(template name: String, expected: String) {
        #expect(functions(model([template(name, nil)])) == [expected])
    }

    @Test("The camel-case option applies to functions")
    func camelCaseIsForFunctionsToo() {
        let model = model([template("Fetch_all", "name == $MIN_NAME")], constraints: [["shoe_size"]])
        #expect(
            functions(model, GenerationOptions(propertyNaming: .camelCase))
                == ["fetchAll(minName: String)", "find(shoeSize: Float, in context)"])
    }

    @Test("Functions with equal names and labels get distinct names")
    func equalFunctions() {
        let model = model([
            template("All", nil), template("all", nil), template("All ", "name == $X"),
            template("ALL", nil, of: "Employee"),
        ])
        #expect(functions(model) == ["all()", "all(x: String)", "all_()", "all__()"])
    }

    @Test("A template without letters in its name is reported")
    func namesWithoutALetterAreReported() {
        var diagnostics: [Diagnostic] = []
        CodeGenerator().check(model([template("...", nil), template("A", "photo == $P")]), into: &diagnostics)
        #expect(diagnostics.map(\.code).contains(DiagnosticRule.accessorMissing.code))
        #expect(diagnostics.map(\.code).contains(DiagnosticRule.parameterUntyped.code))
        #expect(functions(model([template("...", nil)])) == [])
    }

    @Test("Constraints become finder functions with distinct labels")
    func lookUps() {
        let model = model(constraints: [["name", "boss"], ["self"], ["context", "in"], ["photo"], ["staff"]])
        #expect(
            functions(model) == [
                "find(name: String, boss: Person, in context)", "find(self_: Int64, in context)",
                "find(context: String, `in`: Bool, in context_)",
            ])
    }

    @Test("The labels of finder functions are distinct after keywords have got other names")
    func distinctLabels() {
        var model = model(constraints: [["self", "self_"], ["var", "var_"], ["_", "__"]])
        for name in ["self_", "var", "var_", "_", "__"] {
            model.entities[0].attributes.append(Attribute(name: name, type: .string))
        }
        #expect(
            functions(model) == [
                "find(self_: Int64, self__: String, in context)", "find(var_: String, var__: String, in context)",
                "find(__: String, ___: String, in context)",
            ])
    }

    @Test("Finder functions accept enum cases")
    func lookUpsTakeTheCasesOfEnums() throws {
        var model = model(constraints: [["status", "name"]])
        model.entities[0].attributes.append(
            Attribute(
                name: "status", type: .integer16,
                userInfo: ["modelgen.enum": "Status", "modelgen.enum.cases": "draft, live"]))
        #expect(functions(model) == ["find(status: Status, name: String, in context)"])
        let text = try CodeGenerator().generate(model, source: "M").map(\.text).joined()
        let keys = text.matches(of: /\n +("\w+": .*),/).map { String($0.1) }
        #expect(
            keys == [
                "\"Employee\": Employee.self", "\"Person\": Person.self", "\"status\": status.rawValue",
                "\"name\": name",
            ])
    }

    @Test("UNQ-8 a child does not declare again what it inherits")
    func inheritedLookUps() {
        let model = model(constraints: [["name"], ["name"]], ofChild: [["name"], ["shoe_size"]])
        #expect(functions(model) == ["find(name: String, in context)", "find(shoe_size: Float, in context)"])
    }

    @Test("Malicious text remains in comments and literals")
    func maliciousText() throws {
        let predicate = "name == '\n} import Evil' AND name == $NAME"
        let model = model([template("A\n import Evil", predicate)])
        let text = try CodeGenerator().generate(model, source: "M").map(\.text).joined()
        #expect(!text.contains("\n import Evil"))
        #expect(!text.contains("\n} import Evil"))
    }
}
