import ModelDiagnostics

/// A place in a YAML file; line and column count from 1.
struct YAMLPosition: Sendable, Hashable {
    var line = 1
    var column = 1

    var anchor: Diagnostic.Anchor { .source(line: line, column: column) }
}
