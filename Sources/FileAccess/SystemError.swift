#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a call of the system left in `errno`.
struct SystemError: Error {
    let code: Int32

    init(_ code: Int32 = errno) {
        self.code = code
    }

    /// Why the call failed, in the system's words.
    var reason: String {
        let text = String(cString: strerror(code))
        // The system's text is a sentence of its own, and the end of one here.
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// A step on a file that failed for this reason.
    func failure(_ path: String, _ step: String) -> FileFailure {
        FileFailure(path: path, step: step, reason: reason)
    }
}
