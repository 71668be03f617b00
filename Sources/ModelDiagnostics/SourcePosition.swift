/// A place in a file. Line and column count from 1, columns in characters as an editor counts them.
public struct SourcePosition: Sendable, Hashable, Codable, Comparable {
    /// The path as it is to be shown.
    public var file: String
    /// The line, from 1; nil if the file as a whole is meant.
    public var line: Int?
    /// The column, from 1; nil if the line as a whole is meant.
    public var column: Int?

    /// A place in a file; the file as a whole without a line.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.file, left.line ?? 0, left.column ?? 0) < (right.file, right.line ?? 0, right.column ?? 0)
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `file:line:column`, as compilers write it.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}
