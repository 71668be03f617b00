import Foundation
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

/// The examples in the doc comments of rules.
@Suite struct DocumentationExampleTests {
    /// A model whose only problem is a relationship without an inverse.
    private let model = Model(
        name: "Shop",
        entities: [
            Entity(
                name: "Order",
                relationships: [
                    Relationship(
                        name: "items", isOptional: true, isToMany: true, deleteRule: .cascade, destinationName: "Item")
                ]),
            Entity(name: "Item"),
        ])

    @Test("The examples of rules list them, and make a warning an error")
    func rules() {
        // Example: ValidationRule
        for rule in ModelValidator.rules where rule.isMandatory {
            print(rule.code, rule.summary)
        }
        // End
        #expect(ModelValidator.rules.contains { $0.isMandatory })
        // Example: ValidationOptions
        let options = ValidationOptions(levels: [Diagnostic.Code("relationship-inverse-missing"): .error])
        var diagnostics: [Diagnostic] = []
        ModelValidator(options: options).validate(model, into: &diagnostics)
        // End
        #expect(diagnostics.map(\.severity) == [.error])
    }

    @Test("The example of a convention adds a rule of the project")
    func aConvention() throws {
        // Example: Convention
        let convention = try Convention(
            code: Diagnostic.Code("short-name"), of: .entities, requirement: "name.length < 5",
            message: "the name has more than four letters")
        let options = ValidationOptions(conventions: [convention])
        // End
        var diagnostics: [Diagnostic] = []
        ModelValidator(options: options).validate(model, into: &diagnostics)
        #expect(diagnostics.last?.message == "entity 'Order': the name has more than four letters")
    }

    @Test("The example of a baseline reports only what is new")
    func aBaseline() throws {
        var diagnostics: [Diagnostic] = []
        ModelValidator().validate(model, into: &diagnostics)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "baseline.json")
        // Example: Baseline
        var baseline = Baseline()
        baseline.accept(diagnostics, in: "Shop.xcdatamodeld")
        try JSONEncoder().encode(baseline).write(to: file)
        let newFindings = baseline.newFindings(among: diagnostics, in: "Shop.xcdatamodeld")  // None yet
        // End
        #expect(diagnostics.count == 1 && newFindings.isEmpty)
        #expect(try JSONDecoder().decode(Baseline.self, from: Data(contentsOf: file)) == baseline)
        // Example: Baseline.removeEntries
        let count = baseline.removeEntries(of: "Shop.xcdatamodeld") { $0.rawValue.hasPrefix("relationship-") }
        print(count, "findings are no longer accepted")
        // End
        #expect(count == 1 && baseline.entries.isEmpty)
    }
}
