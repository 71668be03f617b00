import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

@Suite struct RuleTests {
    static let examples: [RuleExample] = [
        RuleExample.duplicateNames, RuleExample.identifiers, RuleExample.reservedNames, RuleExample.inheritance,
        RuleExample.destinations, RuleExample.relationships, RuleExample.attributes, RuleExample.enums,
        RuleExample.expressions, RuleExample.references, RuleExample.cloudKit,
        RuleExample.swiftData,
    ].flatMap { $0 }

    @Test("The failing example of a rule has its finding and no other", arguments: examples)
    func failingExampleGivesItsCodeAndNoOther(_ example: RuleExample) throws {
        let severity = try #require(example.level.severity)
        expectDiagnostics(in: example.failing, [.init(severity, example.code, at: "«1»")], check: check(example))
    }

    @Test("The passing example of a rule has no findings", arguments: examples)
    func passingExampleGivesNothing(_ example: RuleExample) {
        expectDiagnostics(in: example.passing, [], check: check(example))
    }

    @Test("Every rule has an example")
    func everyRuleHasAnExample() {
        #expect(Set(Self.examples.map(\.code)) == Set(ModelValidator.rules.map(\.code)))
    }

    @Test("The codes of rules are unique")
    func codesAreUnique() {
        #expect(Set(ModelValidator.rules.map(\.code)).count == ModelValidator.rules.count)
    }

    private func check(_ example: RuleExample) -> (Model, inout [Diagnostic]) -> Void {
        let validator = ModelValidator(options: example.options)
        return { model, diagnostics in validator.validate(model, into: &diagnostics) }
    }
}
