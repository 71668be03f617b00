#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The arguments of the process.
package enum ProgramArguments {
    /// Returns the arguments without the name of the program.
    ///
    /// `CommandLine.arguments` repairs an argument that is not valid UTF-8, which the name of a file need not be. The
    /// program would then use a file of another name. So this method ends the program with the code of incorrect usage.
    package static func all() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { argument in
            if let text = String(validatingCString: argument) { return text }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            let problem = "the argument '\(shown(bytes))' is not valid UTF-8; use another name"
            StandardError.write("modelgen: error: \(problem)\n")
            exit(64)
        }
    }

    /// The text of an argument as a shell reads it between `$'` and `'`.
    private static func shown(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            guard byte < 0x20 || byte > 0x7E else { return String(UnicodeScalar(byte)) }
            return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
