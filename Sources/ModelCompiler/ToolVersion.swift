/// The version of the command-line tool, with all the programs that belong to it.
package enum ToolVersion {
    package static let current = "0.1.0"
}
