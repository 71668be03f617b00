import Foundation
import ModelDiagnostics
import TerminalOutput

/// Reports about keys under `generate:` in a configuration.
struct ConfiguredKeys {
    private let path: String

    /// - Parameter path: The path of the configuration; nil if there is none.
    init(_ path: String?) { self.path = path ?? "" }

    /// Reports at the line of a key.
    func report(_ severity: Diagnostic.Severity, _ key: String, _ message: String) {
        StandardError.write("\(path):\(line(of: key)): \(severity.rawValue): \(message)\n")
    }

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
