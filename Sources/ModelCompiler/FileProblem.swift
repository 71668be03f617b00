import Foundation

/// A file of the project that cannot be read or written.
public struct FileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, as it was asked for.
    public var path: String
    /// What went wrong, as a clause: `cannot be read: permission denied`.
    public var problem: String

    public var description: String { "'\(path)' \(problem)" }

    static func reading<Value>(_ path: String, _ body: () throws -> Value) throws(FileProblem) -> Value {
        do {
            return try body()
        } catch {
            throw FileProblem(path: path, problem: "cannot be read: \(error.localizedDescription)")
        }
    }

    static func writing(_ path: String, _ body: () throws -> Void) throws(FileProblem) {
        do {
            try body()
        } catch {
            throw FileProblem(path: path, problem: "cannot be written: \(error.localizedDescription)")
        }
    }
}
