import SwiftNames

/// A module to import: its name, with an optional access level before it.
struct ImportedModule: Sendable, Hashable {
    var name: String
    /// The whole line.
    var line: String
    /// The line for a file whose declarations do not expose the module, because the compiler warns about a higher
    /// access level than needed. The import is `internal` if other imports specify a level, because the level of a
    /// plain import can differ.
    var hiddenLine: String

    /// Reads `Colors`, `Colors.Palette`, or `public Colors`; nil for any other text.
    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)
        guard let name = words.popLast(), words.count <= 1 else { return nil }
        guard words.allSatisfy({ ["internal", "package", "public"].contains($0) }) else { return nil }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !SwiftIdentifier.keywords.contains(String($0)) }) else {
            return nil
        }
        self.name = name
        line = (words + ["import", name]).joined(separator: " ")
        hiddenLine = words.isEmpty || words == ["public"] ? "import \(name)" : "internal import \(name)"
    }
}
