package import ModelDiagnostics

/// The reason why a YAML file cannot be read.
package struct YAMLError: Error, Sendable, Hashable {
    /// The kind of the problem.
    package enum Reason: Sendable, Hashable {
        case syntax, limit
    }

    /// The kind of the problem.
    package var reason: Reason
    /// The message: one clause in lower case, without a full stop.
    package var message: String
    /// The position at which the parser stopped.
    package var position: YAMLPosition
    /// A hint about how to fix the problem.
    package var hint: String?
}

/// A position in a YAML file. Lines and columns start at 1.
package struct YAMLPosition: Sendable, Hashable {
    /// The line, from 1.
    package var line = 1
    /// The column in characters, from 1.
    package var column = 1

    /// Creates a position, by default the start of the file.
    package init(line: Int = 1, column: Int = 1) {
        self.line = line
        self.column = column
    }

    /// The position for a diagnostic.
    package var anchor: Diagnostic.Anchor { .source(line: line, column: column) }
}
