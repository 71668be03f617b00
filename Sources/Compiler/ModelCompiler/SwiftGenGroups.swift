import ModelCodegen
import ModelConfiguration
import ModelSchema
import StencilTemplates
import XCDataModel

/// The groups of models in a run that share their settings. Templates written for SwiftGen are rendered once for each
/// group.
///
/// The files of a group belong to its first model.
struct SwiftGenGroups: Sendable {
    private let models: [CheckedModel]
    private let groups: [GenerationSettings: [Int]]

    init(_ models: [CheckedModel]) {
        self.models = models
        let indices = models.indices.filter { models[$0].generator.options.templateContext == .swiftGen }
        groups = Dictionary(grouping: indices) { models[$0].inputs.settings.generation }
    }

    /// Returns the files of a model; nil if it belongs to no group.
    func files(at index: Int) throws(TemplateError) -> [GeneratedFile]? {
        guard let group = groups[models[index].inputs.settings.generation], group.contains(index) else { return nil }
        guard group.first == index else { return [] }
        let expected = group.filter { !models[$0].inputs.request.containsNoModel }
        let sound = expected.filter { !models[$0].hasErrors }.compactMap { models[$0].document?.model }
        guard sound.count == expected.count else { return [] }
        return try models[index].generator.generate(forSwiftGen: sound)
    }
}
