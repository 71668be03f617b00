import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct InitializerContextTests {
    private func context(of name: String, in model: Model) throws -> InitializerContext? {
        let lookup = ModelLookup(model)
        return InitializerContext(
            try #require(lookup.entity(named: name)), in: lookup, namer: SwiftNamer(for: model), access: "")
    }

    private func parameters(_ attributes: [Attribute]) throws -> [String] {
        let model = Model(name: "M", entities: [Entity(name: "Hero", attributes: attributes)])
        return try context(of: "Hero", in: model)?.parameters.map { parameter in
            "\(parameter.declaration): \(parameter.type)" + (parameter.defaultValue.map { " = \($0)" } ?? "")
                + (parameter.keepsValueWhenNil ? " kept" : "")
        } ?? []
    }

    @Test("Parameters have the default values that Swift literals can express")
    func literalsAndWhatHasNone() throws {
        #expect(
            try parameters([
                Attribute(name: "a", type: .double, defaultValueString: "1e300"),
                Attribute(name: "b", type: .float, isOptional: true, defaultValueString: "0.1"),
                Attribute(name: "c", type: .double, defaultValueString: "inf"),
                Attribute(name: "d", type: .date, isOptional: true, defaultDateTimeInterval: "0"),
                Attribute(name: "e", type: .string, defaultValueString: "\"\\(x)"),
                Attribute(name: "f", type: .integer16, isTransient: true),
                Attribute(name: "g", type: .binary),
            ]) == [
                "c: Double", "g: Data", "a: Double = 1e+300", "b: Float? = 0.1", "d: Date? = nil kept",
                #"e: String = "\"\\(x)""#, "f: Int16? = nil kept",
            ])
    }

    /// An attribute with an enum whose cases are named like those of `Optional`.
    private func status(_ defaultValue: String, isOptional: Bool = true) -> Attribute {
        Attribute(
            name: "status", type: .string, isOptional: isOptional, defaultValueString: defaultValue,
            userInfo: ["modelgen.enum": "Status", "modelgen.enum.cases": "none, some, live"])
    }

    @Test("A default case named like a case of Optional is the case of the enum")
    func defaultCasesOfOptionals() throws {
        #expect(try parameters([status("none")]) == ["status: Status? = .some(.none)"])
        #expect(try parameters([status("some")]) == ["status: Status? = .some(.some)"])
        #expect(try parameters([status("live")]) == ["status: Status? = .live"])
        #expect(try parameters([status("none", isOptional: false)]) == ["status: Status = .none"])
        let composite = Composite(name: "State", attributes: [status("none")])
        let namer = SwiftNamer(for: Model(name: "M", composites: [composite]))
        #expect(
            CompositeContext(composite, namer: namer, access: "").parameters == "status: Status? = .some(.none)")
    }

    @Test("The default values of a composite's members are not hidden by the members")
    func defaultValuesAmongMembers() throws {
        let composite = Composite(
            name: "Price",
            attributes: [
                Attribute(name: "Decimal", type: .decimal, defaultValueString: "1.5"),
                Attribute(name: "amount", type: .decimal, defaultValueString: "2"),
                Attribute(name: "day", type: .date, defaultDateTimeInterval: "0"),
            ])
        let namer = SwiftNamer(for: Model(name: "M", composites: [composite]))
        #expect(
            CompositeContext(composite, namer: namer, access: "").members.map(\.defaultValue) == [
                #"Foundation.Decimal(string: "1.5") ?? .emptyValue"#,
                #"Foundation.Decimal(string: "2") ?? .emptyValue"#,
                "Date(timeIntervalSinceReferenceDate: 0.0)",
            ])
    }

    @Test("The names inside an initializer are distinct")
    func distinctNames() throws {
        let attributes = ["context", "context_", "let", "let_"].map { Attribute(name: $0, type: .string) }
        #expect(
            try parameters(attributes)
                == ["context context__: String", "context_: String", "`let`: String", "let_: String"])
        let model = Model(name: "M", entities: [Entity(name: "Hero", attributes: attributes)])
        let options = GenerationOptions(style: .swiftData)
        let sections = OutputPlan(for: model, source: "M", options: options).files.flatMap(\.sections)
        let item = try #require(sections.lazy.compactMap { $0 as? SwiftDataClassContext }.first)
        #expect(
            item.parameters.map(\.declaration).sorted() == ["`let` let__", "context", "context_", "let_"])
    }

    @Test("Derived attributes have no parameter")
    func whatTheStoreComputesIsLeftOut() throws {
        #expect(
            try parameters([
                Attribute(name: "a", type: .string, isDerived: true, derivationExpression: "b"),
                Attribute(name: "b", type: .string),
            ]) == ["b: String"])
    }

    @Test("A read-only enum attribute is set in the initializer")
    func anEnumThatIsReadOnlyIsStoredAllTheSame() throws {
        let info: UserInfo = ["modelgen.enum": "Kind", "modelgen.readonly": "YES"]
        let model = Model(
            name: "M",
            entities: [
                Entity(
                    name: "Hero",
                    attributes: [
                        Attribute(name: "a", type: .integer16, userInfo: info),
                        Attribute(name: "b", type: .integer16, isOptional: true, userInfo: info),
                    ])
            ])
        let parameters = try #require(try context(of: "Hero", in: model)).parameters
        #expect(parameters.map(\.target) == [#"self[enumeration: "a", at: 0]"#, #"self[enumeration: "b", at: 1]"#])
        #expect(parameters.map(\.value) == ["a", "b"])
    }

    @Test("Abstract and empty entities, and those that opt out, have no initializer")
    func someEntitiesHaveNone() throws {
        let name = Attribute(name: "name", type: .string)
        let model = Model(
            name: "M",
            entities: [
                Entity(name: "Abstract", isAbstract: true, attributes: [name]),
                Entity(name: "Child", parentName: "Abstract"),
                Entity(name: "Empty"),
                Entity(name: "Grandchild", parentName: "Child"),
                Entity(name: "ByHand", attributes: [name], userInfo: ["modelgen.initializer": "NO"]),
            ])
        #expect(try context(of: "Abstract", in: model) == nil)
        #expect(try context(of: "Child", in: model)?.parameters.map(\.label) == ["name"])
        #expect(try context(of: "Empty", in: model) == nil)
        #expect(try context(of: "Grandchild", in: model) == nil)
        #expect(try context(of: "ByHand", in: model) == nil)
    }
}
