package import Foundation

/// Work in a process of its own, whose memory is measured.
package struct MeasuredWork<Kind: RawRepresentable<String>> {
    package struct Result: Codable {
        package var seconds: Double
        package var residentBytes: Int
        package var peakBytes: Int
    }

    package var kind: Kind
    package var file: URL

    package init(kind: Kind, file: URL) {
        self.kind = kind
        self.file = file
    }

    /// nil if a program is not to do such work.
    package init?(arguments: [String]) {
        guard arguments.count == 4, arguments[1] == "perform", let kind = Kind(rawValue: arguments[2]) else {
            return nil
        }
        self.init(kind: kind, file: URL(filePath: arguments[3]))
    }

    /// Has another process do the work.
    package func run() throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["perform", kind.rawValue, file.path(percentEncoded: false)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Result.self, from: output)
    }

    /// Does the work, and prints what it took.
    ///
    /// - Parameter body: Does the work, and returns what is kept until the memory has been measured.
    package func perform(_ body: (Kind) throws -> Any?) throws {
        var kept: Any?
        let duration = try ContinuousClock().measure { kept = try body(kind) }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func bytes(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
        }
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let result = Result(seconds: seconds, residentBytes: bytes("VmRSS:"), peakBytes: bytes("VmHWM:"))
        FileHandle.standardOutput.write(try JSONEncoder().encode(result))
        withExtendedLifetime(kept) {}
    }
}
