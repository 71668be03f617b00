import ModelDiagnostics
import ModelSchema
import ModelValidation
import Testing

@Suite(.serialized) struct SpeedTests {
    /// A chain of entities with ten attributes and a relationship to the next one each.
    private func model(entityCount: Int, misspelt: Bool = false) -> Model {
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

    @Test func timeIsNearlyLinear() {
        func duration(_ entityCount: Int) -> Duration {
            let model = model(entityCount: entityCount)
            return (0..<3).map { _ in
                ContinuousClock().measure {
                    var diagnostics: [Diagnostic] = []
                    ModelValidator().validate(model, into: &diagnostics)
                    #expect(diagnostics.isEmpty)
                }
            }.min() ?? .zero
        }
        let small = duration(500)
        let large = duration(5_000)
        // Ten times the entities: a quadratic rule would take a hundred times as long.
        #expect(large < small * 30, "\(small) for 500 entities, \(large) for 5,000")
    }

    @Test func misspellingEverythingIsNotQuadratic() {
        var diagnostics: [Diagnostic] = []
        let duration = ContinuousClock().measure {
            ModelValidator().validate(model(entityCount: 5_000, misspelt: true), into: &diagnostics)
        }
        #expect(diagnostics.count >= 5_000)
        #expect(duration < .seconds(30))
    }

    @Test func cyclesAndDeepInheritanceEnd() {
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
