public import ModelDiagnostics
import ModelSchema

/// Findings that were there before and are accepted, so that a build fails on new ones only.
///
/// A finding is known by its model, its code and the path of names that points to its place. Lines do not count, nor
/// does the order of elements: moving an entity changes nothing. Where one place has several findings of a code, their
/// number counts.
public struct Baseline: Sendable, Hashable {
    /// One accepted finding, or several of one code at one place.
    public struct Entry: Sendable, Hashable, Codable {
        /// What tells the models of a baseline apart, such as the path from the baseline's folder.
        public var model: String
        /// The code of the accepted diagnostics.
        public var code: Diagnostic.Code
        /// The place: `entity:Order/relationship:items@deletionRule`.
        public var path: String
        /// How many findings are accepted there, at least 1.
        public var count: Int

        fileprivate var key: Key { Key(code: code, path: path) }
    }

    /// A place and a code, within a model.
    fileprivate struct Key: Hashable {
        var code: Diagnostic.Code
        var path: String
    }

    /// By model, since one run asks for one model after the other.
    private var counts: [String: [Key: Int]] = [:]

    /// A baseline that accepts nothing.
    public init() {}

    /// The accepted findings, sorted by model, path and code.
    public var entries: [Entry] {
        counts.flatMap { model, _ in entries(of: model) }
            .sorted { ($0.model, $0.path, $0.code.rawValue) < ($1.model, $1.path, $1.code.rawValue) }
    }

    /// The models in which anything is accepted, sorted.
    public var models: [String] { counts.keys.sorted() }

    /// Accepts findings of a model, in addition to those that are accepted already.
    public mutating func accept(_ diagnostics: [Diagnostic], in model: String) {
        for diagnostic in diagnostics { counts[model, default: [:]][Key(of: diagnostic), default: 0] += 1 }
    }

    /// The findings of a model that are not accepted, in their order.
    public func filter(_ diagnostics: [Diagnostic], in model: String) -> [Diagnostic] {
        var remaining = counts[model] ?? [:]
        return diagnostics.filter { diagnostic in
            let key = Key(of: diagnostic)
            guard let count = remaining[key], count > 0 else { return true }
            remaining[key] = count - 1
            return false
        }
    }

    /// The entries of a model that accept more than there is, each with the number of findings that no longer occur.
    ///
    /// - Parameter diagnostics: All findings of the model, accepted or not.
    public func surplus(over diagnostics: [Diagnostic], in model: String) -> [Entry] {
        var found: [Key: Int] = [:]
        for diagnostic in diagnostics { found[Key(of: diagnostic), default: 0] += 1 }
        return entries(of: model).compactMap { entry in
            var surplus = entry
            surplus.count -= found[entry.key, default: 0]
            return surplus.count > 0 ? surplus : nil
        }
    }

    /// Forgets what is accepted in a model.
    ///
    /// - Parameter isForgotten: The codes that are meant; all when left out.
    /// - Returns: How many findings were.
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
            // Within bounds, so that no file can make the sum overflow.
            counts[entry.model, default: [:]][entry.key, default: 0] += min(max(entry.count, 1), 1_000_000)
        }
    }

    /// Writes the findings sorted, so that two equal baselines are equal as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(entries, forKey: .findings)
    }
}

extension Diagnostic.Anchor {
    /// The place without lines and numbers, which change when something else is edited.
    fileprivate var baselinePath: String {
        guard case .schema(let path) = self else { return "" }
        let steps = path.steps.map { "\($0.kind.rawValue):\(($0.name ?? "").escapedForPath)" }
        return steps.joined(separator: "/") + (path.facet.map { "@" + $0.escapedForPath } ?? "")
    }
}

extension String {
    /// A name may hold the marks that structure a path, in a model that is broken.
    fileprivate var escapedForPath: String {
        reduce(into: "") { result, character in
            if "\\/:@".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
