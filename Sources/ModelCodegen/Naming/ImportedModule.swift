import SwiftNames

/// A module that a user wants imported: its name, and before it an access level where one is wanted.
struct ImportedModule: Sendable, Hashable {
    var name: String
    /// The whole line.
    var line: String
    /// The line for a file whose declarations show nothing of the module to others: the compiler warns of an import
    /// that says more. An `internal` one beside those that name a level as well, for a plain one may mean another.
    var hiddenLine: String

    /// Reads `Colors`, `Colors.Palette` or `public Colors`; nil for anything else.
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
