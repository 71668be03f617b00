import Foundation
public import ModelDiagnostics
import Synchronization
public import XCDataModel

extension Corpus {
    /// What was read of a file: once for all tests, because in a debug build that takes long.
    private final class Reading: Sendable {
        let result = Mutex<(document: ModelDocument?, diagnostics: [Diagnostic])?>(nil)
    }

    private static let readings = Mutex<[String: Reading]>([:])

    /// The document of a file and what reading it says.
    ///
    /// - Parameter path: A path relative to ``folder``.
    public static func reading(of path: String) throws -> (document: ModelDocument?, diagnostics: [Diagnostic]) {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try reading(ofFileAt: folder.appending(path: path).path(percentEncoded: false))
    }

    static func reading(ofFileAt path: String) throws -> (document: ModelDocument?, diagnostics: [Diagnostic]) {
        let reading = readings.withLock { readings in
            if let known = readings[path] { return known }
            let new = Reading()
            readings[path] = new
            return new
        }
        return try reading.result.withLock { result in
            if let result { return result }
            let found = TestSupport.diagnostics(reading: [UInt8](try Data(contentsOf: URL(filePath: path))))
            result = found
            return found
        }
    }
}
