import ModelConfiguration
package import ModelDiagnostics
import ModelSchema
import XCDataModel

/// Reads the text form of ``ModelText``, and reports errors with line and column.
package struct ModelTextReader: Sendable {
    /// The maximum size of a text.
    package static let maximumSizeBytes = 64 << 20

    /// The limits for a text. The parser also limits the depth of maps to 1000.
    private static let limits = YAMLLimits(sizeBytes: maximumSizeBytes, bracketCount: 4_000_000, aliasCount: 16)

    /// Creates a reader.
    package init() {}

    /// Reads a model, without the checks of the validator.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, which is not trusted.
    ///   - name: The name of the model if the text does not specify it.
    ///   - path: The path of the file, for diagnostics.
    ///   - diagnostics: Receives errors.
    /// - Returns: The model; nil if there was an error.
    package func read(
        _ bytes: [UInt8], named name: String, at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) -> ModelText? {
        var reading = ModelTextReading()
        var text: ModelText?
        do {
            text = try YAMLNode.root(of: bytes, limits: Self.limits).flatMap { reading.read($0, named: name) }
            if text == nil, reading.text.diagnostics.isEmpty {
                reading.text.report(
                    Diagnostic(
                        .yamlValueInvalid, "the file is empty", at: .file,
                        hint: "write a model, or make one from a bundle with modelgen convert"))
            }
        } catch {
            reading.text.report(error.diagnostic)
        }
        diagnostics += reading.text.diagnostics.map { LocatedDiagnostic($0, file: path) { _ in nil } }
        return reading.text.diagnostics.isEmpty ? text : nil
    }
}

/// The state of reading a text's top level.
private struct ModelTextReading {
    var text = TextReading()

    mutating func read(_ root: YAMLNode, named fileName: String) -> ModelText? {
        guard !root.isNull, let entries = text.entries(root, of: "the file") else { return nil }
        let name = value(.model, in: entries) ?? fileName
        let currentName = value(.current, in: entries)
        let versions: [ModelText.Version]
        if let list = entries.first(where: { $0.name == ModelText.Key.versions.rawValue }) {
            for entry in entries where !Self.keysBesideVersions.map(\.rawValue).contains(entry.name) {
                text.report(
                    .unknownKey(
                        entry.name, of: "a file with versions", among: Self.keysBesideVersions.map(\.rawValue),
                        at: entry.position))
            }
            versions = self.versions(list.value, of: name)
        } else {
            versions = [
                version(entries, named: value(.version, in: entries) ?? name, of: name, besides: [.model, .current])
            ]
        }
        if let currentName, !versions.contains(where: { $0.name == currentName }),
            let entry = entries.first(where: { $0.name == ModelText.Key.current.rawValue })
        {
            text.report(
                .unknownWord(currentName, of: entry.name, among: versions.map(\.name), at: entry.value.position))
        }
        return versions.isEmpty ? nil : ModelText(name: name, currentName: currentName, versions: versions)
    }

    private static let keysBesideVersions: [ModelText.Key] = [.model, .current, .versions]

    private mutating func value(_ key: ModelText.Key, in entries: [YAMLNode.Entry]) -> String? {
        guard let entry = entries.first(where: { $0.name == key.rawValue }), !entry.value.isNull else { return nil }
        return text.text(entry.value, of: entry.name)
    }

    private mutating func versions(_ node: YAMLNode, of name: String) -> [ModelText.Version] {
        guard let items = text.items(node, of: ModelText.Key.versions.rawValue) else { return [] }
        if items.isEmpty {
            text.report(.invalidValue("'versions' is empty", "a list of versions", at: node.position))
        }
        var names: Set<String> = []
        return items.compactMap { item in
            guard let entries = text.entries(item, of: ModelText.Key.versions.rawValue) else { return nil }
            guard let versionName = value(.version, in: entries) else {
                text.report(.invalidValue("the version has no name", "'version:' and the name", at: item.position))
                return nil
            }
            if !names.insert(versionName).inserted {
                text.report(
                    .invalidValue("two versions have the name '\(versionName)'", "another name", at: item.position))
            }
            return version(entries, named: versionName, of: name, besides: [])
        }
    }

    private mutating func version(
        _ entries: [YAMLNode.Entry], named versionName: String, of name: String, besides keysOfFile: [ModelText.Key]
    ) -> ModelText.Version {
        func entry(_ key: ModelText.Key) -> YAMLNode.Entry? { entries.first { $0.name == key.rawValue } }
        text.defaults = entry(.defaults).map { TextDefaults($0.value, reading: &text) } ?? TextDefaults()
        text.compositeNames = entries.first { $0.name == Model.compositesKey }.map { Self.names(in: $0.value) } ?? []
        let otherKeys: [ModelText.Key] = keysOfFile + [.version, .defaults, .editor]
        let model: Model = text.element(entries, named: name, at: .model, otherKeys: otherKeys.map(\.rawValue))
        var document = ModelDocument(model)
        if let entry = entry(.editor), let part = editorPart(entry.value) {
            if let saying = ModelDocument(model, editorPart: part) {
                document = saying
            } else {
                text.report(
                    .invalidValue(
                        "'editor' is too long, or has characters that a model file cannot represent",
                        "shorter, plain text", at: entry.position))
            }
        }
        var problems: [Diagnostic] = []
        _ = XCDataModelWriter().write(document, into: &problems)
        for problem in problems {
            var located = problem
            if case .schema(let path) = problem.anchor {
                // Elements have positions in the text, but their settings do not.
                located.anchor = (text.position(of: SchemaPath(steps: path.steps)) ?? YAMLPosition()).anchor
            }
            text.report(located)
        }
        return ModelText.Version(name: versionName, document: document)
    }

    /// The names of the elements in a map or a list.
    private static func names(in node: YAMLNode) -> [String] {
        if let entries = node.entries { return entries.map(\.name) }
        return (node.items ?? []).compactMap { item in item.entries?.first { $0.name == "name" }?.value.text }
    }

    // MARK: The editor's part

    private mutating func editorPart(_ node: YAMLNode) -> EditorPart? {
        guard !node.isNull, let entries = text.entries(node, of: ModelText.Key.editor.rawValue) else { return nil }
        var part = EditorPart.new
        for entry in entries {
            switch ModelText.Key(rawValue: entry.name) {
            case .header: part.header = header(entry.value)
            case .layout: part.layout = layout(entry.value)
            case .emptyUserInfo: part.emptyUserInfo = text.names(entry.value, of: entry.name) ?? []
            default:
                let keys: [ModelText.Key] = [.header, .layout, .emptyUserInfo]
                text.report(.unknownKey(entry.name, of: "editor", among: keys.map(\.rawValue), at: entry.position))
            }
        }
        return part
    }

    private mutating func header(_ node: YAMLNode) -> [EditorPart.HeaderEntry] {
        var header = [EditorPart.documentType]
        for entry in text.entries(node, of: ModelText.Key.header.rawValue) ?? [] {
            guard EditorPart.headerNames.contains(entry.name) else {
                text.report(.unknownKey(entry.name, of: "header", among: EditorPart.headerNames, at: entry.position))
                continue
            }
            guard let value = text.text(entry.value, of: entry.name) else { continue }
            header.append(.init(name: entry.name, text: value))
        }
        return header
    }

    private mutating func layout(_ node: YAMLNode) -> [EditorPart.Placement] {
        if node.isNull { return [] }
        return (text.entries(node, of: ModelText.Key.layout.rawValue) ?? []).compactMap { entry in
            let frame = (text.items(entry.value, of: entry.name) ?? []).compactMap { text.text($0, of: entry.name) }
            guard frame.count == 4 else {
                text.report(
                    .invalidValue(
                        "the layout of '\(entry.name)' is not a list of four numbers", "left, top, width, and height",
                        at: entry.position))
                return nil
            }
            return EditorPart.Placement(name: entry.name, frame: frame)
        }
    }
}
