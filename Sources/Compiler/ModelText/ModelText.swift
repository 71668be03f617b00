import ModelDiagnostics
import ModelSchema
import StructuredText
package import XCDataModel

/// The text form of a model with all its versions, in YAML or JSON that people can edit.
///
/// One table, ``TextElement``, defines the contents of the text. Reading the text gives the same models, including the
/// editor's headers and the layouts of diagrams.
package struct ModelText: Sendable {
    /// A version of the model.
    package struct Version: Sendable {
        /// The name of the version's folder, without its extension.
        package var name: String
        /// The document.
        package var document: ModelDocument

        /// Creates a version.
        package init(name: String, document: ModelDocument) {
            self.name = name
            self.document = document
        }
    }

    /// The top-level keys of a file or a version that are not settings of a model.
    enum Key: String, CaseIterable {
        case model, current, version, versions, defaults, editor, header, layout, emptyUserInfo
    }

    /// The name of the model's bundle.
    package var name: String
    /// The name of the current version; nil if the bundle does not specify it.
    package var currentName: String?
    /// The versions, by name in natural order. Not empty.
    package var versions: [Version]

    /// Creates a model with versions.
    package init(name: String, currentName: String?, versions: [Version]) {
        self.name = name
        self.currentName = currentName
        self.versions = versions
    }

    /// The YAML text: a list of versions, or the only version.
    package var yaml: String { value.fileText }

    /// The same text as JSON, which is also YAML: the reader takes both.
    package var json: String { JSONText.text(of: value.structuredValue) }

    private var value: YAMLValue {
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
        return .map(entries)
    }

    private func entry(_ key: Key, _ value: YAMLValue) -> YAMLValue.Entry { YAMLValue.Entry(key.rawValue, value) }

    private func entries(of document: ModelDocument) -> [YAMLValue.Entry] {
        let defaults = TextDefaults(of: document.model)
        let text = TextWriting(defaults: defaults).entries(of: document.model)
        return (defaults.isEmpty ? [] : [entry(.defaults, defaults.value)]) + text
            + (document.editorPart.flatMap(editor).map { [entry(.editor, $0)] } ?? [])
    }

    /// Returns the editor's header, unless it is that of a new model, the diagram, and elements with empty user info.
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
        if !part.emptyUserInfo.isEmpty {
            entries.append(entry(.emptyUserInfo, .inline(.list(part.emptyUserInfo.map(YAMLValue.text)))))
        }
        return entries.isEmpty ? nil : .map(entries)
    }
}
