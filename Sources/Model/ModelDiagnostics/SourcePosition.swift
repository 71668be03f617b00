/// A place in a file. Lines and columns start at 1. Columns count characters, as editors do.
///
/// ```swift
/// let position = SourcePosition(file: "modelgen.yml", line: 3, column: 5)
/// print(position)  // modelgen.yml:3:5
/// ```
public struct SourcePosition: Sendable, Hashable, Codable, Comparable {
    /// The path to show.
    public var file: String
    /// The line, from 1; nil for the whole file.
    public var line: Int?
    /// The column, from 1; nil for the whole line.
    public var column: Int?

    /// Creates a place in a file. Without a line, it is the whole file.
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
