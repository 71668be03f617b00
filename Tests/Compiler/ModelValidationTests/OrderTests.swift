import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing
import XCDataModel

@Suite struct OrderTests {
    /// Nothing in a model depends on the order of its elements, so neither may what is said of it.
    @Test("Reversing the order of a model does not change findings", arguments: RuleTests.examples)
    func reversingAModelChangesNoFinding(_ example: RuleExample) throws {
        let text = String.model(containing: example.failing.replacing("«1»", with: ""))
        var ignored: [Diagnostic] = []
        let document = try #require(XCDataModelReader().read(Array(text.utf8), named: "Test", into: &ignored))
        let validator = ModelValidator(options: ValidationOptions(levels: [example.code: example.level]))
        #expect(baseline(of: document.model, validator) == baseline(of: document.model.reversed, validator))
    }

    @Test("Entities that share a class are reported in the same way in any order")
    func sharedClasses() {
        let entities = ["A", "B", "C"].map { Entity(name: $0, representedClassName: "Shared") }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let baselines = orders.map { order in
            baseline(of: Model(name: "Test", entities: order.map { entities[$0] }), ModelValidator())
        }
        #expect(Set(baselines).count == 1)
        #expect(baselines.first?.entries.map(\.path) == ["B", "C"].map { "entity:\($0)@representedClassName" })
    }

    private func baseline(of model: Model, _ validator: ModelValidator) -> Baseline {
        var diagnostics: [Diagnostic] = []
        validator.validate(model, into: &diagnostics)
        var baseline = Baseline()
        baseline.accept(diagnostics, in: "Test")
        return baseline
    }
}

extension Model {
    /// The same model with every list whose order means nothing turned round.
    fileprivate var reversed: Model {
        var model = self
        model.entities = entities.reversed().map { entity in
            var entity = entity
            entity.attributes.reverse()
            entity.relationships.reverse()
            entity.fetchedProperties.reverse()
            entity.indexes.reverse()
            entity.uniquenessConstraints.reverse()
            return entity
        }
        model.composites = composites.reversed().map { Composite(name: $0.name, attributes: $0.attributes.reversed()) }
        model.configurations.reverse()
        model.fetchRequestTemplates.reverse()
        return model
    }
}
