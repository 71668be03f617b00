import Foundation

/// One side's server, a process of its own.
final class ServerProcess {
    let client: Client
    private let process = Process()

    /// Fills a database in one process, and serves it with another, so that what filling takes is not in its memory.
    init(_ side: Side) throws {
        let filling = try Self.start(process: Process(), task: .fill, side)
        filling.process.waitUntilExit()
        guard filling.process.terminationStatus == 0 else { throw PeerError("\(side.kind) can't be filled") }
        let output = try Self.start(process: process, task: .serve, side).output
        guard let port = UInt16(String(decoding: output.availableData, as: UTF8.self).dropLast()), port > 0 else {
            throw PeerError("\(side.kind) does not serve")
        }
        client = Client(port: port)
    }

    private static func start(
        process: Process, task: ServerTask, _ side: Side
    ) throws -> (process: Process, output: FileHandle) {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [task.rawValue, side.kind.rawValue, side.database]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output.fileHandleForReading)
    }

    /// The processor time that the server has taken, in seconds.
    var processorSeconds: Double {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            // Behind the name, in parentheses, the first field is the third; user and system time are 14 and 15.
            let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// The most memory that the server has had.
    var peakBytes: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
        }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
