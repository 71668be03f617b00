import FileAccess
import Foundation
import ModelDiagnostics

/// The state of reading a configuration.
struct ConfigurationReading {
    var configuration = ProjectConfiguration()
    private(set) var diagnostics: [LocatedDiagnostic] = []
    /// The paths in `models` so far. A list of them would take too long to search in a hostile file.
    var listedPaths: Set<String> = []
    private let path: String

    init(path: String) {
        self.path = path
        configuration.path = path
    }

    mutating func report(_ diagnostic: Diagnostic) {
        diagnostics.append(LocatedDiagnostic(diagnostic, file: path) { _ in nil })
    }

    /// Reads the entries of a value, or returns nil and reports an error.
    ///
    /// - Parameter subject: The name of the value in messages: `'rules'`.
    mutating func entries(
        _ node: YAMLNode, of subject: String, expecting expected: String = "a mapping"
    ) -> [YAMLNode.Entry]? {
        if let entries = node.entries { return entries }
        report(.invalidValue("\(subject) cannot be \(node.kind)", expecting: expected, at: node.position))
        return nil
    }

    /// Reads the values of keys, and reports keys that do not exist.
    mutating func read<Key>(
        _ entries: [YAMLNode.Entry], _ keys: [Key], named name: (Key) -> String,
        _ body: (Key, YAMLNode, inout ConfigurationReading) -> Void
    ) {
        for entry in entries {
            guard let key = keys.first(where: { name($0) == entry.name }) else {
                report(.unknownKey(entry.name, among: keys.map(name), at: entry.position))
                continue
            }
            // The user has not filled in a key without a value yet.
            if !entry.value.isNull { body(key, entry.value, &self) }
        }
    }

    /// Reads the text of a value, or returns nil and reports an error.
    mutating func text(_ node: YAMLNode, of key: String, expecting expected: String) -> String? {
        guard let text = node.text, !text.isEmpty else {
            report(.invalidValue("'\(key)' cannot be \(node.kind)", expecting: expected, at: node.position))
            return nil
        }
        return text
    }

    /// Reads a path relative to the folder of the file, or returns nil and reports an error.
    mutating func filePath(_ node: YAMLNode, of key: String) -> String? {
        let expected = "a path relative to this file"
        guard let text = text(node, of: key, expecting: expected) else { return nil }
        // The file means the same for everybody, and a home folder is another one for each.
        guard text != "~", !text.hasPrefix("~/") else {
            report(.invalidValue("'\(key)' cannot be \(node.kind)", expecting: expected, at: node.position))
            return nil
        }
        let folder = URL(filePath: path, directoryHint: .notDirectory).deletingLastPathComponent()
        // Foundation takes '~name' for a home folder, too.
        let relative = text.hasPrefix("~") ? "./" + text : text
        return URL(filePath: relative, relativeTo: folder).standardizedFileURL.path(percentEncoded: false)
            .withoutSlashAtEnd
    }
}
