import ModelDiagnostics
import ModelSchema
import StructuredText
package import XCDataModel

/// A model with all its versions as people write it by hand, in YAML.
///
/// What stands in the text and what is left out is told in one table: ``TextElement``. Reading what was written gives the
/// same models, the header of their editor and the layout of their diagrams included.
package struct ModelText: Sendable {
    /// One version of the model.
    package struct Version: Sendable {
        /// The name of its folder, without the extension.
        package var name: String
        /// What its file says.
        package var document: ModelDocument

        /// A version with a name.
        package init(name: String, document: ModelDocument) {
            self.name = name
            self.document = document
        }
    }

    /// The keys at the top of a file, or of one of its versions, that are not settings of a model.
    enum Key: String, CaseIterable {
        case model, current, version, versions, defaults, editor, header, layout
    }

    /// The name of the model: of its bundle.
    package var name: String
    /// The name of the version that the bundle says is the current one; nil if it does not say.
    package var currentName: String?
    /// The versions, by name as people sort them. Not empty.
    package var versions: [Version]

    /// A model with its versions.
    package init(name: String, currentName: String?, versions: [Version]) {
        self.name = name
        self.currentName = currentName
        self.versions = versions
    }

    /// The text in YAML: the versions one after the other, or the only one by itself.
    package var yaml: String {
        var entries: [YAMLValue.Entry] = [entry(.model, .text(name))]
        if let currentName { entries.append(entry(.current, .text(currentName))) }
        if versions.count == 1 {
            if versions[0].name != name { entries.append(entry(.version, .text(versions[0].name))) }
            entries += self.entries(of: versions[0].document)
        } else {
            entries.append(
                entry(
                    .versions,
                    .list(
                        versions.map {
                            .map([entry(.version, .text($0.name))] + self.entries(of: $0.document))
                        })))
        }
        return YAMLValue.map(entries).fileText
    }

    private func entry(_ key: Key, _ value: YAMLValue) -> YAMLValue.Entry { YAMLValue.Entry(key.rawValue, value) }

    private func entries(of document: ModelDocument) -> [YAMLValue.Entry] {
        let defaults = TextDefaults(of: document.model)
        let text = TextWriting(defaults: defaults).entries(of: document.model)
        return (defaults.isEmpty ? [] : [entry(.defaults, defaults.value)]) + text
            + (document.editorPart.flatMap(editor).map { [entry(.editor, $0)] } ?? [])
    }

    /// What the editor says of itself, where it is not what a new model says, and the diagram.
    private func editor(_ part: EditorPart) -> YAMLValue? {
        var entries: [YAMLValue.Entry] = []
        if part.header != EditorPart.new.header {
            let header = part.header.filter { $0 != EditorPart.documentType }
            entries.append(entry(.header, .map(header.map { .init($0.name, .text($0.text)) })))
        }
        if let layout = part.layout {
            let frames = layout.map { YAMLValue.Entry($0.name, .inline(.list($0.frame.map(YAMLValue.text)))) }
            entries.append(entry(.layout, .map(frames)))
        }
        return entries.isEmpty ? nil : .map(entries)
    }
}
