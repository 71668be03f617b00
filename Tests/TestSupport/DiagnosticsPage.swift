import Foundation

/// What the documentation's page of diagnostics says, code by code.
public struct DiagnosticsPage: Sendable {
    /// The section of a code, whose heading is what tools link to.
    public struct Entry: Sendable {
        public var code: String
        /// `off`, `note`, `warning` or `error`.
        public var severity: String
        /// Whether the severity cannot be changed.
        public var isMandatory: Bool
        public var meaning: String
        public var failingExample: String
        public var passingExample: String
    }

    /// In the order of the page.
    public let entries: [Entry]

    public init() throws {
        let text = try String(
            contentsOf: SourceTree.file("Sources/modelgen/Documentation.docc/Diagnostics.md"), encoding: .utf8)
        let section =
            /### ([a-z0-9-]+)\n\n\*\*([a-z]+)(\\\*)?:\*\* (.+)\n\n\| Fails \| Passes \|\n\| --- \| --- \|\n\| (.+) \| (.+) \|\n\n[^\n#]+\n/
        entries = text.matches(of: section).map { match in
            Entry(
                code: String(match.1), severity: String(match.2), isMandatory: match.3 != nil,
                meaning: String(match.4), failingExample: String(match.5), passingExample: String(match.6))
        }
    }
}
