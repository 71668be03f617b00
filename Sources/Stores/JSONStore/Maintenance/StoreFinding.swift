/// A problem in the files of a store.
public struct StoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The file, or its journal.
    public var path: String
    /// The line, from 1; nil for the whole file.
    public var line: Int?
    /// The column in ``line``, in characters from 1; nil for the whole line or file.
    public var column: Int?
    /// The problem. It contains no attribute values, because those are private data.
    public var message: String

    init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    init(_ error: JSONStoreError) {
        self.init(path: error.path, line: error.line, column: error.column, error.message)
    }

    /// `path:line:column: message`, the format of compilers.
    public var description: String {
        let place = ([path] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
        return "\(place): \(message)"
    }
}
