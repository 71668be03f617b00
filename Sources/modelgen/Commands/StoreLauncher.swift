import ArgumentParser
import Foundation
import TerminalOutput

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `modelgen store`: looks into stores.
///
/// Another program does the work, so that packages which use the plugin need not build the runtime for the tool.
struct StoreLauncher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Query, count, export, import, check and convert stores, JSON or SQLite.",
        discussion: """
            Runs the program modelgen-store, which lies beside this one or in PATH.

            EXAMPLES:
              modelgen store query Heroes.json "Superhero where universe == 'dc'"
              modelgen store stats App.sqlite
              modelgen store --help
            """)

    static let programName = "modelgen-store"

    /// The commands of the program.
    static let commandNames = [
        "query", "count", "export", "import", "stats", "check", "repair", "backup", "convert", "migrate", "model",
        "schema",
    ]

    @Argument(
        parsing: .captureForPassthrough, help: "What modelgen-store is to do.",
        completion: .custom { words, place, prefix in
            StoreCompletions(words: words, place: place, prefix: prefix).texts
        })
    var arguments: [String] = []

    /// `store … --help` for `help store …`; nil for other arguments, without the name of the process.
    static func helpRequest(in arguments: [String]) -> [String]? {
        guard arguments.starts(with: ["help", configuration.commandName ?? ""]) else { return nil }
        return arguments.dropFirst() + ["--help"]
    }

    func run() throws {
        if let path = Self.programPath { try Self.replaceProcess(with: path, arguments) }
        StandardError.write(
            """
            modelgen: error: the program \(Self.programName) is neither beside modelgen nor in PATH; \
            'make install' installs both, and 'swift build --product \(Self.programName)' builds it

            """)
        throw Failure.fileSystem
    }

    /// The program; nil where it is neither beside this one nor in `PATH`.
    static var programPath: String? { candidates.first { access($0, X_OK) == 0 } }

    private static var candidates: [String] {
        #if os(Linux)
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
            let own = Bundle.main.executablePath
        #endif
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        let ownFolder = own.map { URL(filePath: $0).deletingLastPathComponent().path(percentEncoded: false) }
        return ([ownFolder].compactMap { $0 } + folders).map { folder in
            folder.hasSuffix("/") ? folder + programName : folder + "/" + programName
        }
    }

    /// Returns only when the program cannot be started.
    private static func replaceProcess(with path: String, _ arguments: [String]) throws {
        var pointers: [UnsafeMutablePointer<CChar>?] = ([programName] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        _ = execv(path, pointers)
        StandardError.write("modelgen: error: '\(path)' cannot be started: \(String(cString: strerror(errno)))\n")
        throw Failure.fileSystem
    }
}
