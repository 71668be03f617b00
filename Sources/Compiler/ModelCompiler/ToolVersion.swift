/// The version of the command-line tool and all its programs.
package enum ToolVersion {
    package static let current = "0.1.0"
}

/// The address of the published project, in which `OWNER` stands for the account that publishes it.
package enum ToolHome {
    /// The page with a section for each diagnostic, named after its code.
    package static let diagnosticsPage =
        repository + "/blob/main/Sources/Tools/modelgen/Documentation.docc/Diagnostics.md"

    private static let repository = "https://github.com/OWNER/modelgen"
}
