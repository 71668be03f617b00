import ModelDiagnostics
import ModelSchema
import ModelValidation
import Testing

@Suite struct LargeModelTests {
    /// A chain of entities with ten attributes and a relationship to the next one each.
    private func model(entityCount: Int, misspelt: Bool) -> Model {
        let entities = (0..<entityCount).map { number in
            Entity(
                name: "Entity\(number)",
                attributes: (0..<10).map { Attribute(name: "attribute\($0)", type: .integer64, isOptional: true) },
                relationships: [
                    Relationship(
                        name: "next", isOptional: true,
                        destinationName: misspelt ? "Entit\(number)" : "Entity\((number + 1) % entityCount)",
                        inverseName: "previous"),
                    Relationship(
                        name: "previous", isOptional: true,
                        destinationName: "Entity\((number + entityCount - 1) % entityCount)", inverseName: "next"),
                ])
        }
        return Model(name: "Large", entities: entities)
    }

    @Test("Every misspelled name in a large model is reported")
    func everyMisspeltNameIsReported() {
        var diagnostics: [Diagnostic] = []
        ModelValidator().validate(model(entityCount: 5_000, misspelt: true), into: &diagnostics)
        #expect(diagnostics.count >= 5_000)
    }

    @Test("An enum in each of many entities is checked in time that grows with their number", .timeLimit(.minutes(1)))
    func enumsInEveryEntity() {
        let entities = (0..<12_000).map { number in
            Entity(
                name: "Entity\(number)",
                attributes: [
                    Attribute(
                        name: "status", type: .string, isOptional: true,
                        userInfo: ["modelgen.enum": "Status", "modelgen.enum.cases": "draft, live"])
                ])
        }
        var diagnostics: [Diagnostic] = []
        ModelValidator().validate(Model(name: "Large", entities: entities), into: &diagnostics)
        #expect(!diagnostics.contains { $0.code.rawValue.hasPrefix("enum-") })
    }

    @Test("Cycles and deep inheritance are reported quickly")
    func cyclesAndDeepInheritanceEnd() {
        let chain = (0..<1_000).map { Entity(name: "E\($0)", parentName: "E\(($0 + 1) % 1_000)") }
        var diagnostics: [Diagnostic] = []
        ModelValidator().validate(Model(name: "Cycle", entities: chain), into: &diagnostics)
        #expect(diagnostics.map(\.code.rawValue) == ["entity-inheritance-cycle"])

        let composites = (0..<1_000).map {
            Composite(
                name: "C\($0)",
                attributes: [Attribute(name: "inner", type: .composite, compositeName: "C\(($0 + 1) % 1_000)")])
        }
        diagnostics = []
        ModelValidator().validate(Model(name: "Cycle", composites: composites), into: &diagnostics)
        #expect(diagnostics.map(\.code.rawValue) == ["composite-cycle"])
    }
}
