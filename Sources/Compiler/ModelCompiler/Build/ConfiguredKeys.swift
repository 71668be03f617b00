import FileAccess
import Foundation
import ModelDiagnostics

/// Reports about keys of a configuration that has been read.
///
/// The settings do not keep the positions of their keys, so the text is searched again.
struct ConfiguredKeys {
    private let path: String

    /// - Parameter path: The path of the configuration; nil if there is none.
    init(_ path: String?) { self.path = path ?? "" }

    /// Reports at the line of a key.
    func report(_ severity: Diagnostic.Severity, _ key: String, _ message: String) {
        StandardError.write("\(path):\(line(of: key)): \(severity.rawValue): \(message)\n")
    }

    /// The number of the first line with a key; 1 if there is none. If several models have the key, the line can be
    /// that of another model.
    private func line(of key: String) -> Int {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let index = lines.firstIndex { line in
            let words = line.drop { $0 == " " || $0 == "-" }
            return words.hasPrefix(key) && words.dropFirst(key.count).drop { $0 == " " }.first == ":"
        }
        return (index ?? 0) + 1
    }
}
