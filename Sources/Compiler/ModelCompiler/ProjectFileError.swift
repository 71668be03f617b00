import FileAccess

/// A file of the project that cannot be read or written.
///
/// ```swift
/// do {
///     _ = try BaselineFile(readingFrom: "Missing.json")
/// } catch {
///     print(error)  // 'Missing.json' cannot be read: no such file or directory
/// }
/// ```
public struct ProjectFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, as requested.
    public var path: String
    /// The reason, as a clause about the file: `cannot be read: permission denied`.
    public var reason: String

    public var description: String { "'\(path)' \(reason)" }

    /// Reads the contents of a file.
    ///
    /// - Parameter maximumSizeBytes: The maximum size. No real file comes near the default.
    static func reading(_ path: String, maximumSizeBytes: Int = 1 << 30) throws(ProjectFileError) -> [UInt8] {
        do {
            return try FileReader.contents(of: path, maximumSizeBytes: maximumSizeBytes)
        } catch {
            throw ProjectFileError(path: path, reason: "cannot be read: \(error.reason)")
        }
    }

    static func reading<Value>(_ path: String, _ body: () throws -> Value) throws(ProjectFileError) -> Value {
        do {
            return try body()
        } catch {
            throw ProjectFileError(path: path, reason: "cannot be read: \(FileError.reason(for: error))")
        }
    }
}
