public import Foundation
import Synchronization

/// A program of this package, built beside the tests, to be run as a user would run it.
public struct BuiltProduct: Sendable {
    /// What a run printed, and how it ended.
    public struct Outcome: Sendable {
        public var exitCode: Int32
        public var output: String
        public var errorOutput: String

        /// Everything that the run printed and how it ended, with a folder as `/project`, and that of this package as
        /// `/modelgen`, and without the words of libxml2: the text of a golden.
        public func transcript(in folder: TemporaryFolder) -> String {
            var text = "exit code \(exitCode)\n"
            if !output.isEmpty { text += "--- standard output\n\(output)" }
            if !errorOutput.isEmpty { text += "--- standard error\n\(errorOutput)" }
            return text.namingFolders(folder)
        }

        /// What the run printed on standard error, without the line that points to the help after incorrect usage.
        public var errorMessage: String {
            errorOutput.replacing(/\ \ See '[a-z -]+ --help' for more information\.\n$/, with: "")
        }

        /// The codes of the findings in a run's SARIF.
        public var codesInSARIF: [String] {
            get throws {
                let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
                let runs = document?["runs"] as? [[String: Any]]
                let results = runs?.first?["results"] as? [[String: Any]]
                return (results ?? []).compactMap { $0["ruleId"] as? String }
            }
        }

        /// What the run printed on standard error, with a folder as `/project`,
        /// and that of this package as `/modelgen`.
        public func errors(in folder: TemporaryFolder) -> String {
            errorOutput.namingFolders(folder)
        }
    }

    public var name: String

    /// Where the program lies, if not beside the test bundle.
    private let place: URL?

    public init(_ name: String) {
        self.name = name
        place = nil
    }

    /// A program under another name, such as a link to one.
    public init(at place: URL) {
        name = place.lastPathComponent
        self.place = place
    }

    /// The program's file: products of a build lie beside the test bundle.
    public var url: URL {
        if let place { return place }
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            return bundle.bundleURL.deletingLastPathComponent().appending(path: name)
        #else
            return Bundle.main.bundleURL.appending(path: name)
        #endif
    }

    /// The help of the program, or of one of its commands, which is always the same: several tests read it,
    /// and it is run once.
    public func help(of command: [String] = []) throws -> Outcome {
        let arguments = command + ["--help"]
        let key = [url.path(percentEncoded: false)] + arguments
        if let known = Self.helps.withLock({ $0[key] }) { return known }
        let outcome = try run(arguments)
        Self.helps.withLock { $0[key] = outcome }
        return outcome
    }

    private static let helps = Mutex<[[String]: Outcome]>([:])

    /// Runs the program to its end.
    public func run(_ arguments: String..., in folder: URL? = nil) throws -> Outcome {
        try run(arguments, in: folder)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: What it reads, as if it were typed; by default nothing.
    ///   - cacheFolder: Where the program keeps what it remembers; by default it forgets everything.
    ///   - environment: Variables besides those of the tests.
    ///   - launcher: A program and its arguments which runs this one, such as one that changes the user.
    public func run(
        _ arguments: [String], input: String = "", in folder: URL? = nil, cacheFolder: String? = nil,
        environment: [String: String] = [:], launcher: [String] = []
    ) throws -> Outcome {
        let process = Process()
        let command = launcher + [url.path(percentEncoded: false)] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        if let folder { process.currentDirectoryURL = folder }
        // Files rather than pipes: a pipe that fills up would stop the program.
        let scratch = try TemporaryFolder()
        let outputURL = scratch.url.appending(path: "output")
        let errorURL = scratch.url.appending(path: "errors")
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_CACHE_HOME": cacheFolder ?? scratch.path("cache")]) { $1 }
            .merging(environment) { $1 }
        for url in [outputURL, errorURL] { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: outputURL)
        process.standardError = try FileHandle(forWritingTo: errorURL)
        let inputURL = scratch.url.appending(path: "input")
        try Data(input.utf8).write(to: inputURL)
        process.standardInput = try FileHandle(forReadingFrom: inputURL)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus,
            output: try String(contentsOf: outputURL, encoding: .utf8),
            errorOutput: try String(contentsOf: errorURL, encoding: .utf8))
    }
}

extension String {
    /// The text with a folder as `/project`, and that of this package as `/modelgen`.
    fileprivate func namingFolders(_ folder: TemporaryFolder) -> String {
        let names = [(folder.path(""), "/project"), (SourceTree.root.path(percentEncoded: false), "/modelgen")]
        let text = names.reduce(self) { text, name in
            let path = String(name.0.dropLast())
            // Temporary folders of macOS are behind a link, which programs follow.
            return text.replacing("/private" + path, with: name.1).replacing(path, with: name.1)
        }
        // Each version of libxml2 has its own words for what is wrong.
        return text.replacing(/the XML is not well formed: .*(?= \[)/, with: "the XML is not well formed: …")
    }
}
