import ArgumentParser

/// An argument of the form `name=value`.
struct NamedValue: Sendable, Hashable {
    var name: String
    var value: String

    init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("specify name=value") }
        name = parts[0]
        value = parts[1]
    }
}
