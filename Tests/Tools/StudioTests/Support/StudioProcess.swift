import Foundation
import TestSupport

/// `modelgen-studio`, as a user runs it.
final class StudioProcess: RunningStudio {
    private let process = Process()
    private let output = Pipe()
    private let errors: Pipe?
    /// The address that it printed.
    let address: URL

    /// Starts it, and waits for its address.
    ///
    /// - Parameters:
    ///   - program: Its file; that beside the tests when it is left out.
    ///   - keepsOutput: Whether what it prints on standard error is kept for ``printed()``.
    init(_ arguments: [String], program: URL? = nil, keepsOutput: Bool = false) throws {
        errors = keepsOutput ? Pipe() : nil
        process.executableURL = program ?? BuiltProduct("modelgen-studio").url
        process.arguments = arguments + ["--no-open"]
        process.standardOutput = output
        if let errors { process.standardError = errors } else { process.standardError = FileHandle.standardError }
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let more = output.fileHandleForReading.readAvailable()
            guard !more.isEmpty else { throw StoppedError() }
            text += String(decoding: more, as: UTF8.self)
        }
        guard let address = URL(string: String(text.prefix { $0 != "\n" })) else { throw StoppedError() }
        self.address = address
    }

    deinit { stop() }

    /// Stops it, and returns everything that it has printed.
    func printed() -> (output: String, errors: String) {
        stop()
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        let errors = errors?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        return ("\(address)\n" + String(decoding: rest, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }

    struct StoppedError: Error {}

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// The time that it has used of the processors, in seconds; 0 where the system does not say.
    var processorSeconds: Double {
        guard let line = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return 0 }
        // What follows the name: the state is the first, user and system time the 12th and the 13th.
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
