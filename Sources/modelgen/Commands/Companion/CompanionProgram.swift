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

/// A program that does the work of a command, so that packages which use the plugin need not build it.
struct CompanionProgram {
    /// The command, such as `store`.
    var commandName: String

    /// The file of the program, which lies next to this one or in `PATH`.
    var name: String { "modelgen-\(commandName)" }

    /// The program; nil if it is neither next to this one nor in `PATH`.
    var path: String? { candidates.first { access($0, X_OK) == 0 } }

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

    /// Becomes the program. Returns only by throwing, when it cannot be started.
    func run(_ arguments: [String]) throws -> Never {
        guard let path else {
            StandardError.write(
                """
                modelgen: error: the program \(name) is neither next to modelgen nor in PATH; 'make install' installs \
                them all, and 'swift build --product \(name)' builds it

                """)
            throw Failure.fileSystem
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        _ = execv(path, pointers)
        StandardError.write("modelgen: error: '\(path)' cannot be started: \(String(cString: strerror(errno)))\n")
        throw Failure.fileSystem
    }

    /// What the program says about itself; nil if there is none.
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

/// A command whose work another program does.
protocol CompanionCommand: ParsableCommand {
    static var program: CompanionProgram { get }
}

extension CompanionCommand {
    /// `store … --help` for `help store …`; nil for other arguments, without the name of the process.
    static func helpRequest(in arguments: [String]) -> [String]? {
        guard arguments.starts(with: ["help", program.commandName]) else { return nil }
        return arguments.dropFirst() + ["--help"]
    }
}

/// The commands whose work other programs do.
let companionCommands: [any CompanionCommand.Type] = [StoreLauncher.self, StudioLauncher.self]
