import Foundation
import ModelDiagnostics
import YAMLReading

/// A configuration while it is being read.
struct ConfigurationReading {
    var configuration = ProjectConfiguration()
    private(set) var diagnostics: [LocatedDiagnostic] = []
    private let path: String

    init(path: String) {
        self.path = path
        configuration.path = path
    }

    mutating func report(_ diagnostic: Diagnostic) {
        diagnostics.append(LocatedDiagnostic(diagnostic, file: path) { _ in nil })
    }

    /// The entries of a value, or nil with an error.
    ///
    /// - Parameter subject: What holds the value: `'rules'`.
    mutating func entries(
        _ node: YAMLNode, of subject: String, expecting expected: String = "a mapping"
    ) -> [YAMLNode.Entry]? {
        if let entries = node.entries { return entries }
        report(.invalidValue("\(subject) is \(node.kind)", expecting: expected, at: node.position))
        return nil
    }

    /// The text of a value, or nil with an error.
    mutating func text(_ node: YAMLNode, of key: String, expecting expected: String) -> String? {
        guard let text = node.text, !text.isEmpty else {
            report(.invalidValue("'\(key)' is \(node.kind)", expecting: expected, at: node.position))
            return nil
        }
        return text
    }

    /// A path, seen from the folder of the file, or nil with an error.
    mutating func filePath(_ node: YAMLNode, of key: String) -> String? {
        guard let text = text(node, of: key, expecting: "a path relative to this file") else { return nil }
        let folder = URL(filePath: path, directoryHint: .notDirectory).deletingLastPathComponent()
        var file = URL(filePath: text, relativeTo: folder).standardizedFileURL.path(percentEncoded: false)
        while file.count > 1, file.hasSuffix("/") { file.removeLast() }
        return file
    }
}
