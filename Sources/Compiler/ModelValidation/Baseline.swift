public import ModelDiagnostics
import ModelSchema

/// The findings that a project accepts, so that a build fails only on new ones.
///
/// The baseline identifies a finding by its model, its code, and the names on the path to its element. Line numbers and
/// the order of elements have no effect. If an element has several findings with one code, the baseline contains their
/// number.
///
/// ```swift
/// var baseline = Baseline()
/// baseline.accept(diagnostics, in: "Shop.xcdatamodeld")
/// try JSONEncoder().encode(baseline).write(to: file)
/// let newFindings = baseline.newFindings(among: diagnostics, in: "Shop.xcdatamodeld")  // None yet
/// ```
public struct Baseline: Sendable, Hashable {
    /// The accepted findings with one code at one element.
    public struct Entry: Sendable, Hashable, Codable {
        /// The identifier of the model in the baseline, such as its path from the baseline's folder.
        public var model: String
        /// The code of the accepted diagnostics.
        public var code: Diagnostic.Code
        /// The path to the element, such as `entity:Order/relationship:items@deletionRule`.
        public var path: String
        /// The number of accepted findings, at least 1.
        public var count: Int

        fileprivate var key: Key { Key(code: code, path: path) }
    }

    fileprivate struct Key: Hashable {
        var code: Diagnostic.Code
        var path: String
    }

    /// By model, because a run filters one model after the other.
    private var counts: [String: [Key: Int]] = [:]

    /// Creates an empty baseline.
    public init() {}

    /// The accepted findings, sorted by model, path, and code.
    public var entries: [Entry] {
        counts.flatMap { model, _ in entries(of: model) }
            .sorted { ($0.model, $0.path, $0.code.rawValue) < ($1.model, $1.path, $1.code.rawValue) }
    }

    /// The sorted models that have accepted findings.
    public var models: [String] { counts.keys.sorted() }

    /// Accepts additional findings of a model.
    public mutating func accept(_ diagnostics: [Diagnostic], in model: String) {
        for diagnostic in diagnostics { counts[model, default: [:]][Key(of: diagnostic), default: 0] += 1 }
    }

    /// Returns the findings of a model that the baseline does not accept, in their order.
    public func newFindings(among diagnostics: [Diagnostic], in model: String) -> [Diagnostic] {
        var remaining = counts[model] ?? [:]
        return diagnostics.filter { diagnostic in
            let key = Key(of: diagnostic)
            guard let count = remaining[key], count > 0 else { return true }
            remaining[key] = count - 1
            return false
        }
    }

    /// Returns the entries of a model that accept too many findings, with the numbers of findings that no longer occur.
    ///
    /// - Parameter diagnostics: All findings of the model, accepted or not.
    public func obsoleteEntries(comparedTo diagnostics: [Diagnostic], in model: String) -> [Entry] {
        var found: [Key: Int] = [:]
        for diagnostic in diagnostics { found[Key(of: diagnostic), default: 0] += 1 }
        return entries(of: model).compactMap { entry in
            var surplus = entry
            surplus.count -= found[entry.key, default: 0]
            return surplus.count > 0 ? surplus : nil
        }
    }

    /// Removes accepted findings of a model.
    ///
    /// ```swift
    /// let count = baseline.removeEntries(of: "Shop.xcdatamodeld") { $0.rawValue.hasPrefix("relationship-") }
    /// print(count, "findings are no longer accepted")
    /// ```
    ///
    /// - Parameter isForgotten: The codes to remove. The default is all codes.
    /// - Returns: The number of removed findings.
    @discardableResult
    public mutating func removeEntries(
        of model: String, where isForgotten: (Diagnostic.Code) -> Bool = { _ in true }
    ) -> Int {
        let entries = counts.removeValue(forKey: model) ?? [:]
        let kept = entries.filter { !isForgotten($0.key.code) }
        if !kept.isEmpty { counts[model] = kept }
        return entries.values.reduce(0, +) - kept.values.reduce(0, +)
    }

    private func entries(of model: String) -> [Entry] {
        (counts[model] ?? [:]).map { Entry(model: model, code: $0.code, path: $0.path, count: $1) }
            .sorted { ($0.path, $0.code.rawValue) < ($1.path, $1.code.rawValue) }
    }
}

extension Baseline.Key {
    fileprivate init(of diagnostic: Diagnostic) {
        self.init(code: diagnostic.code, path: diagnostic.anchor.baselinePath)
    }
}

extension Baseline: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, findings
    }

    /// Reads a baseline of format version 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container, debugDescription: "unknown baseline version \(version)")
        }
        for entry in try container.decode([Entry].self, forKey: .findings) {
            // Limited, so that no file can make the sum overflow.
            counts[entry.model, default: [:]][entry.key, default: 0] += min(max(entry.count, 1), 1_000_000)
        }
    }

    /// Writes the sorted findings, so that equal baselines have equal text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(entries, forKey: .findings)
    }
}

extension Diagnostic.Anchor {
    /// The path without line numbers and indices, which change with edits elsewhere.
    fileprivate var baselinePath: String {
        guard case .schema(let path) = self else { return "" }
        let steps = path.steps.map { "\($0.kind.rawValue):\(($0.name ?? "").escapedForPath)" }
        return steps.joined(separator: "/") + (path.setting.map { "@" + $0.escapedForPath } ?? "")
    }
}

extension String {
    /// The text with escaped separators, because an invalid model can have names that contain them.
    fileprivate var escapedForPath: String {
        reduce(into: "") { result, character in
            if "\\/:@".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
