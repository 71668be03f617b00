import Foundation

/// The part of a `modelgen.yml` that a plugin needs: the models it names, relative to the file.
///
/// ```yaml
/// models:
///   - ../../Models/Shop.xcdatamodeld
/// ```
///
/// A plugin cannot link a YAML library, so this form is all it takes of `models`; another one is an error with its
/// line. The other keys are the tool's to read and to judge.
struct ConfigurationFile {
    let url: URL

    var models: [URL] {
        get throws {
            var models: [URL] = []
            var key: String?
            let text = try String(contentsOf: url, encoding: .utf8)
            for (index, rawLine) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let line = Self.withoutComment(rawLine)
                let content = line.trimmingCharacters(in: .whitespaces)
                if content.isEmpty { continue }
                // A key begins a line; a list may stand right below its key.
                if !line.hasPrefix(" "), !line.hasPrefix("-") {
                    key = line.split(separator: ":").first.map(String.init)
                    if key != "models" || line == "models:" { continue }
                }
                guard key == "models" else { continue }
                if content.hasPrefix("- ") {
                    let path = Self.unquoted(content.dropFirst(2).trimmingCharacters(in: .whitespaces))
                    models.append(try model(at: path, line: index + 1))
                } else {
                    throw failure(
                        "'\(content)' is not understood; write 'models:' and below it '  - path' for each model",
                        line: index + 1)
                }
            }
            return models
        }
    }

    private func model(at path: String, line: Int) throws -> URL {
        let model = url.deletingLastPathComponent().appending(path: path).standardizedFileURL
        guard FileManager.default.fileExists(atPath: model.path(percentEncoded: false)) else {
            throw failure("there is no model at '\(path)', seen from this file", line: line)
        }
        return model
    }

    private func failure(_ message: String, line: Int) -> ModelGenPluginError {
        ModelGenPluginError("\(url.path(percentEncoded: false)):\(line): error: \(message)")
    }

    private static func withoutComment(_ line: Substring) -> String {
        let content = line.hasPrefix("#") ? "" : line.components(separatedBy: " #").first ?? ""
        var end = content[...]
        while end.last?.isWhitespace == true { end.removeLast() }
        return String(end)
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
