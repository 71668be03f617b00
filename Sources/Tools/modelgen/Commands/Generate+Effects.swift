import ArgumentParser
import FileAccess
import Foundation
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

    /// Warns of types from flags that replace classes that no attribute has, such as mistyped ones.
    func warnOfUnusedTypes(in requests: [GenerationRun.Request]) {
        guard !code.types.isEmpty, let known = ClassesOfAttributes(ofModelsAt: requests.map(\.path)) else { return }
        for name in code.types.map(\.name) where !known.names.contains(name) {
            let hint =
                NearestName.to(name, among: known.names.sorted()).map { "; did you mean '\($0)'?" }
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
        return configuration.replacedClasses.compactMap { replaced in
            let paths = requests.filter { !$0.containsNoModel }.map(\.path).filter(replaced.applies(toModelAt:))
            guard !paths.isEmpty, !ClassesOfAttributes.isMentioned(replaced.name, inModelsAt: paths),
                let known = ClassesOfAttributes(ofModelsAt: paths), !known.names.contains(replaced.name)
            else { return nil }
            return LocatedDiagnostic(.unusedType(of: replaced, among: known.names.sorted()), file: file) { _ in nil }
        }
    }
}

/// The classes of the attributes in all versions of models.
private struct ClassesOfAttributes {
    private(set) var names: Set<String> = []

    /// Reads the models. Nil if one cannot be read, which the check of the models reports.
    init?(ofModelsAt paths: [String]) {
        for source in Self.sources(ofModelsAt: paths) {
            var reportedByCheck: [LocatedDiagnostic] = []
            guard let model = ModelLoader().load(source, into: &reportedByCheck)?.model else { return nil }
            let attributes = model.entities.flatMap(\.attributes) + model.composites.flatMap(\.attributes)
            names.formUnion(attributes.compactMap(\.customTypeName))
        }
    }

    /// Whether a file has a class in the usual form. Looking for it takes less time than reading the models, which a
    /// run without changes does not do.
    static func isMentioned(_ name: String, inModelsAt paths: [String]) -> Bool {
        let text = Data("customClassName=\"\(name)\"".utf8)
        return sources(ofModelsAt: paths).contains { source in
            let bytes = try? FileReader.contents(of: source.contentsPath, maximumSizeBytes: XMLLimits().sizeBytes)
            return bytes.map { Data($0).range(of: text) != nil } ?? false
        }
    }

    private static func sources(ofModelsAt paths: [String]) -> [ModelSource] {
        var reportedByCheck: [LocatedDiagnostic] = []
        return paths.flatMap { ModelBundle.versions(at: $0, into: &reportedByCheck) }
    }
}
