import ObjectGraph

/// The statements that a connection has prepared on the server, by their text.
///
/// A statement is prepared the second time that it runs.
struct PreparedStatements {
    private var names: [String: String] = [:]
    /// The statements that were run once.
    private var seen: Set<String> = []
    private var lastNumber = 0
    /// The start of the names, which no other connection has: a pooler that shares sessions would otherwise let a
    /// connection run what another one, also of another program, has prepared.
    private let nameStart = "modelgen_\(String(UInt64.random(in: 0...UInt64.max), radix: 16))_"
    /// Whether the server keeps what is prepared. It does not behind a pooler that shares sessions.
    private(set) var areKept = true

    /// The maximum number of prepared statements, because each takes memory on the server.
    private static let maximumCount = 200

    /// The name of a prepared statement; nil if it is not prepared.
    subscript(text: String) -> String? { names[text] }

    /// Returns the name under which to prepare a statement before it runs; nil to run it without.
    ///
    /// - Parameter count: The number of statements that are being prepared.
    mutating func newName(for statement: Statement, beside count: Int = 0) -> String? {
        guard !statement.parameters.isEmpty else { return nil }
        guard seen.contains(statement.text) else {
            if seen.count > 4 * Self.maximumCount { seen.removeAll() }
            seen.insert(statement.text)
            return nil
        }
        guard areKept, names.count + count < Self.maximumCount else { return nil }
        lastNumber += 1
        return nameStart + String(lastNumber)
    }

    /// Notes that the server has prepared a statement.
    mutating func note(_ name: String, for text: String) { names[text] = name }

    /// Prepares no statements from now on, because the server does not keep them.
    mutating func stop() {
        areKept = false
        names.removeAll()
    }

    /// Forgets all statements if one of them can no longer run, so that the next attempt prepares it again, or runs it
    /// without if the server does not keep them.
    ///
    /// - Returns: The error; for such a statement, one of those after which there is another attempt.
    mutating func forget(after error: StoreError, of text: String) -> StoreError {
        guard names[text] != nil, error.isAboutPreparation else { return error }
        names.removeAll()
        if error.sqlState == StoreError.lostPreparation { stop() }
        var error = error
        error.sqlState = StoreError.lostPreparation
        return error
    }
}
