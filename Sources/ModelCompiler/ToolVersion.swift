/// The version of the command-line tool, with all the programs that belong to it.
package enum ToolVersion {
    package static let current = "0.1.0"
}

/// Where the project is published.
package enum ToolHome {
    /// The page that explains each diagnostic in a section of its code's name.
    package static let diagnosticsPage = repository + "/blob/main/Sources/modelgen/Documentation.docc/Diagnostics.md"

    private static let repository = "https://github.com/OWNER/modelgen"
}
