#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The error that a system call left in `errno`.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the error, such as `ENOENT`.
    package var code: Int32
    /// The name of the call, such as `open`; empty if it does not help people.
    package var call: String

    package init(_ code: Int32 = errno, call: String = "") {
        self.code = code
        self.call = call
    }

    /// The error of a call that has just failed.
    package static func last(_ call: String) -> SystemError { SystemError(call: call) }

    /// The reason for the failure, in the words of the system.
    var reason: String {
        let text = String(cString: strerror(code))
        // The system's text is a sentence, but ends one here.
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    package var description: String {
        let text = String(cString: strerror(code))
        return call.isEmpty ? text : "\(text) (\(call))"
    }

    /// The error of a step on a file that failed for this reason.
    func fileError(_ path: String, _ operation: String) -> FileError {
        FileError(path: path, operation: operation, reason: reason)
    }

    /// The error of writing a file for this reason. What is written need not exist, so the system may mean its folder.
    func fileError(writing path: String) -> FileError {
        guard code == ENOENT else { return fileError(path, "written") }
        do throws(FileError) {
            try FileWriter.requireFolder(of: path)
            return fileError(path, "written")
        } catch {
            return error
        }
    }
}
