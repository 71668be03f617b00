import Foundation
import TestSupport

/// `modelgen-studio`, as a user runs it.
final class StudioProcess: RunningStudio {
    private let process = Process()
    /// The address that it printed.
    let address: URL

    /// Starts it, and waits for its address.
    ///
    /// - Parameter program: Its file; that beside the tests when it is left out.
    init(_ arguments: [String], program: URL? = nil) throws {
        process.executableURL = program ?? BuiltProduct("modelgen-studio").url
        process.arguments = arguments + ["--no-open"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let more = output.fileHandleForReading.readAvailable()
            guard !more.isEmpty else { throw Stopped() }
            text += String(decoding: more, as: UTF8.self)
        }
        guard let address = URL(string: String(text.prefix { $0 != "\n" })) else { throw Stopped() }
        self.address = address
    }

    deinit { stop() }

    struct Stopped: Error {}

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
