import ColumnEngine
import JSONTokens

extension JSONError {
    /// The problem and the expected text, as one clause.
    var reason: String { message + (expected.map { "; expected \($0)" } ?? "") }
}

extension StoreError {
    /// Creates the error for text that is not valid JSON of a store.
    init(_ error: JSONError, location: String) {
        self.init(.malformed, location: location, line: error.line, column: error.column, error.reason)
    }

    /// Runs a closure on a file, and converts every error that is not a store's to one of the file system.
    ///
    /// - Parameter problem: The message of the new error, before the reason.
    static func wrapping<Result>(_ path: String, _ problem: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.fileSystem, location: path, "\(problem): \(error)")
        }
    }
}
