import Foundation
import ModelSchema
import StencilTemplates
import TestSupport
import Testing
import XCDataModel

@testable import ModelCodegen

@Suite struct TemplateFieldTests {
    /// The contexts of all sample models, in every style.
    private var contexts: [any TemplateContext] {
        get throws {
            let folder = SourceTree.folder("Models")
            let paths =
                FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?
                .compactMap { $0 as? String } ?? []
            return try paths.filter { $0.hasSuffix("/contents") && !$0.hasPrefix("Broken") }.flatMap { path in
                let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
                guard let model = diagnostics(reading: bytes).document?.model else { return [any TemplateContext]() }
                let styles = GenerationOptions.Style.allCases.map {
                    GenerationOptions(style: $0, generatesSnapshots: true)
                }
                return (styles + [GenerationOptions(style: .coreData, accessorsModule: "App")]).flatMap { options in
                    let generated = OutputPlan(for: model, source: "Test", options: options).files.flatMap { file in
                        [file.header as any TemplateContext] + file.sections
                    }
                    return generated + OutputPlan.customCodeFiles(for: model, options: options).map(\.context)
                }
            }
        }
    }

    /// The contexts of code for all versions of a model.
    private var versionContexts: [any TemplateContext] {
        get throws {
            let options = GenerationOptions(style: .swiftData, versions: .all, testedModule: "Shop")
            let versions = ["Shop", "Shop 2"].map { name in
                let entity = Entity(
                    name: "Order", attributes: [Attribute(name: name.filter { $0 != " " }, type: .date)])
                return SchemaVersion(name: name, model: Model(name: "Shop", entities: [entity]), isFrozen: false)
            }
            let history = CodeGenerator(options: options).history(of: versions, currentName: "Shop 2")
            guard var history, !history.steps.isEmpty else { return [] }
            history.steps[0].obstacles = ["a reason"]
            let named = history.current.named
            return OutputPlan.swiftDataFiles(for: history, source: "Test", options: options).flatMap(\.file.sections)
                + [
                    SwiftDataStageContext(step: history.steps[0], namer: named.namer),
                    SwiftDataHashTestsContext(named: named, allVersions: []),
                ]
        }
    }

    @Test("Every context lists its stored properties")
    func everyRecordListsItsStoredProperties() throws {
        var visited: Set<String> = []
        for context in try contexts + versionContexts {
            check(context, &visited)
        }
        for type in TemplateContexts.all {
            #expect(visited.contains("\(type)"), "no sample model has a \(type)")
        }
    }

    private func check(_ value: some TemplateRecord, _ visited: inout Set<String>) {
        let mirror = Mirror(reflecting: value)
        // The fields of other records are computed from what they are made of.
        let isStored = mirror.children.allSatisfy { $0.value is any TemplateValue }
        if visited.insert("\(type(of: value))").inserted, isStored {
            #expect(
                type(of: value).fields.all.map(\.name) == mirror.children.compactMap(\.label),
                "\(type(of: value)) lists other fields, or in another order")
        }
        for child in mirror.children { visit(child.value, &visited) }
        for record in computedRecords(of: value) { check(record, &visited) }
    }

    private func computedRecords(of value: any TemplateRecord) -> [any TemplateRecord] {
        switch value {
        case let context as SwiftDataSchemaContext:
            SwiftDataHashContext.hashes(of: context.expressed, namer: context.namer) + context.aliases
        case let context as SwiftDataHashTestsContext: context.versions
        default: []
        }
    }

    private func visit(_ value: Any, _ visited: inout Set<String>) {
        if let record = value as? any TemplateRecord { return check(record, &visited) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection || mirror.displayStyle == .optional else { return }
        for child in mirror.children { visit(child.value, &visited) }
    }

    @Test("Every built-in template has a context")
    func everyTemplateHasAContext() {
        #expect(TemplateContexts.all.map { $0.templateName } == BuiltInTemplates.all.keys.sorted())
    }
}
