import Foundation

/// The part of a `modelgen.yml` that a plugin needs: the models it names, relative to the file.
///
/// ```yaml
/// models:
///   - ../../Models/Shop.xcdatamodeld
/// ```
///
/// A plugin cannot link a YAML library, so this form is all it takes; anything else is an error with its line.
struct ConfigurationFile {
    let url: URL

    var models: [URL] {
        get throws {
            var models: [URL] = []
            var isInModels = false
            let text = try String(contentsOf: url, encoding: .utf8)
            for (index, rawLine) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let line = Self.withoutComment(rawLine)
                let content = line.trimmingCharacters(in: .whitespaces)
                if content.isEmpty { continue }
                if line == "models:" {
                    isInModels = true
                } else if isInModels, content.hasPrefix("- ") {
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
