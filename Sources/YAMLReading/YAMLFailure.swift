package import ModelDiagnostics

/// Why bytes are no YAML that is read.
package struct YAMLFailure: Error, Sendable, Hashable {
    /// What is wrong with the bytes.
    package enum Reason: Sendable, Hashable {
        case syntax, limit
    }

    /// What is wrong.
    package var reason: Reason
    /// The same in words: one clause, lower case, no full stop.
    package var message: String
    /// Where the parser stopped.
    package var position: YAMLPosition
    /// What to do about it.
    package var hint: String?
}

/// A place in a YAML file; line and column count from 1.
package struct YAMLPosition: Sendable, Hashable {
    /// From 1.
    package var line = 1
    /// From 1, in characters.
    package var column = 1

    /// A place; the beginning of the file unless another one is given.
    package init(line: Int = 1, column: Int = 1) {
        self.line = line
        self.column = column
    }

    /// The same for a diagnostic.
    package var anchor: Diagnostic.Anchor { .source(line: line, column: column) }
}
