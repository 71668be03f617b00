import ArgumentParser
import CommandArguments
import FileAccess
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that does the work of a command, so that packages which use the plugin need not build it.
struct CompanionProgram {
    /// The command, such as `store`.
    var commandName: String

    /// The name of the program's file.
    var name: String { "modelgen-\(commandName)" }

    /// The program; nil if it is neither next to this one nor in `PATH`.
    var path: String? { candidates.first { SystemCall.isExecutable($0) } }

    private var candidates: [String] {
        #if os(Linux)
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
            let own = Bundle.main.executablePath
        #endif
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        let ownFolder = own.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
        return ([ownFolder].compactMap { $0 } + folders).map { folder in
            folder.hasSuffix("/") ? folder + name : folder + "/" + name
        }
    }

    /// Replaces this process with the program. Throws an exit code if it cannot start.
    func run(_ arguments: [String]) throws -> Never {
        guard let path else {
            throw CommandError(
                .fileSystem,
                """
                cannot find the program \(name) next to modelgen or in PATH; install all programs with 'make install', \
                or build it with 'swift build --product \(name)'
                """)
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        _ = execv(path, pointers)
        throw CommandError(.fileSystem, "'\(path)' cannot be started: \(String(cString: strerror(errno)))")
    }

    /// The program's description of itself; nil if it is not installed.
    func description() throws -> ToolDescription? {
        guard let path else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["--experimental-dump-help"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(ToolDescription.self, from: text)
    }
}
