import ArgumentParser
import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelSchema
import TerminalOutput
import XCDataModel

extension Generate {
    /// - Throws: `ValidationError` for an option that no model of the run uses.
    func refuseOptionsWithoutEffect(on requests: [GenerationRun.Request]) throws {
        let settings = requests.map(\.settings.generation)
        guard !settings.isEmpty else { return }
        if templates.per != nil, settings.allSatisfy({ $0.options.templateContext != .swiftGen }) {
            throw ValidationError("--per is for templates of SwiftGen; specify --context swiftgen, or remove it")
        }
        // The user's own templates can use every option.
        if settings.allSatisfy({ $0.templatesPath == nil }) {
            try refuseOptions(ofOtherStylesThan: Set(settings.map(\.options.style)))
        }
        if code.testedModule != nil, settings.allSatisfy({ $0.testsPath == nil }) {
            throw ValidationError("--tested-module is for a test; specify its folder with --tests, or remove it")
        }
    }

    private func refuseOptions(ofOtherStylesThan styles: Set<GenerationOptions.Style>) throws {
        let options: [(name: String, isSpecified: Bool, styles: [GenerationOptions.Style])] = [
            ("--tests", output.tests != nil, [.swiftData]),
            ("--tested-module", code.testedModule != nil, [.swiftData]),
            ("--accessors-of", code.accessorsOf != nil, [.coreData]),
            ("--platforms", code.platforms != nil, [.coreData, .swiftData]),
            ("--isolation", code.isolation != nil, [.coreData, .swiftData]),
            ("--constant", code.constant != nil, [.objectGraph, .swiftData]),
        ]
        for option in options where option.isSpecified && styles.isDisjoint(with: option.styles) {
            let names = styles.map(\.rawValue).sorted().joined(separator: " and ")
            throw ValidationError(
                "\(option.name) changes nothing in the style \(names); remove it, or set --style to "
                    + option.styles.map(\.rawValue).joined(separator: " or "))
        }
    }

    /// Warns of types that replace classes that no attribute has, such as mistyped ones.
    func warnOfUnusedTypes(in requests: [GenerationRun.Request]) {
        guard !code.types.isEmpty else { return }
        var known: Set<String> = []
        for request in requests {
            var reportedByCheck: [LocatedDiagnostic] = []
            for source in ModelBundle.versions(at: request.path, into: &reportedByCheck) {
                guard let model = ModelLoader().load(source, into: &reportedByCheck)?.model else { return }
                let attributes = model.entities.flatMap(\.attributes) + model.composites.flatMap(\.attributes)
                known.formUnion(attributes.compactMap(\.customTypeName))
            }
        }
        for name in code.types.map(\.name) where !known.contains(name) {
            let hint =
                NearestName.to(name, among: known.sorted()).map { "; did you mean '\($0)'?" }
                ?? "; remove --type, or specify the class of a transformable attribute"
            StandardError.writeNote(
                "modelgen: warning: no attribute has the class '\(name)', which --type replaces\(hint)\n")
        }
    }
}
