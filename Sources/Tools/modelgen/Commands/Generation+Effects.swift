import ArgumentParser
import FileAccess
import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects

extension Generation {
    /// - Throws: `ValidationError` for an option that no model of the run uses.
    func refuseOptionsWithoutEffect(on requests: [GenerationRun.Request]) throws {
        let settings = requests.map(\.settings.generation)
        guard !settings.isEmpty else { return }
        if specified.templateUnit != nil, settings.allSatisfy({ $0.options.templateContext != .swiftGen }) {
            throw ValidationError("--per is for templates of SwiftGen; specify --context swiftgen, or remove it")
        }
        // The user's own templates can use every option.
        if settings.allSatisfy({ $0.templatesPath == nil }) {
            try refuseOptions(ofOtherStylesThan: Set(settings.map(\.options.style)))
        }
        if specified.testedModule != nil, settings.allSatisfy({ $0.testsPath == nil }) {
            throw ValidationError("--tested-module is for a test; specify its folder with --tests, or remove it")
        }
    }

    private func refuseOptions(ofOtherStylesThan styles: Set<GenerationOptions.Style>) throws {
        let options: [(name: String, isSpecified: Bool, styles: [GenerationOptions.Style])] = [
            ("--tests", specified.testsPath != nil, [.swiftData]),
            ("--tested-module", specified.testedModule != nil, [.swiftData]),
            ("--accessors-of", specified.accessorsModule != nil, [.coreData]),
            ("--platforms", specified.platforms != nil, [.coreData, .swiftData]),
            ("--isolation", specified.isolation != nil, [.coreData, .swiftData]),
            ("--model-constant", specified.modelConstant != nil, [.objectGraph, .swiftData]),
        ]
        for option in options where option.isSpecified && styles.isDisjoint(with: option.styles) {
            let names = styles.map(\.rawValue).sorted().joined(separator: " and ")
            throw ValidationError(
                "\(option.name) changes nothing in the style \(names); remove it, or set --style to "
                    + option.styles.map(\.rawValue).joined(separator: " or "))
        }
    }

    /// Warns of types from flags that replace classes that no attribute has, such as mistyped ones.
    func warnOfUnusedTypes(in requests: [GenerationRun.Request]) {
        var classes = AttributeClasses()
        guard !replacedClasses.isEmpty, let known = classes.names(inModelsAt: requests.map(\.path)) else { return }
        for name in replacedClasses where !known.contains(name) {
            let hint =
                NearestName.to(name, among: known.sorted()).map { "; did you mean '\($0)'?" }
                ?? "; remove --type, or specify the class of a transformable attribute"
            StandardError.writeNote(
                "modelgen: warning: no attribute has the class '\(name)', which --type replaces\(hint)\n")
        }
    }

    /// The types of a configuration that replace classes that no attribute has. A run without all models of the
    /// configuration has none, because its types can be for the other ones.
    func unusedTypes(
        of configuration: ProjectConfiguration, in requests: [GenerationRun.Request]
    ) -> [LocatedDiagnostic] {
        guard models.isEmpty, let file = configuration.path else { return [] }
        var classes = AttributeClasses()
        let paths = requests.filter { !$0.containsNoModel }.map(\.path)
        return classes.unused(of: configuration.replacedClasses, inModelsAt: paths).map { unused in
            LocatedDiagnostic(.unusedType(of: unused.replaced, among: unused.known), file: file) { _ in nil }
        }
    }
}
