import Foundation
import TestSupport
import Testing

/// A folder with everything that can stand at a path: devices, pipes, links, files that may not be written, a full
/// disk. It makes all of them itself, so that nothing of the machine is ever written to.
final class Sandbox {
    /// Who runs the tool.
    enum User: CaseIterable, CustomTestStringConvertible {
        case current, nobody

        var launcher: [String] {
            self == .current ? [] : ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        }

        /// Whether modes keep this user from writing.
        var obeysModes: Bool { self == .nobody || geteuid() != 0 }

        var testDescription: String { self == .nobody ? "nobody" : geteuid() == 0 ? "root" : "user" }
    }

    let folder: TemporaryFolder
    let user: User
    private let tool: BuiltProduct
    private var mounts: [String] = []

    /// - Throws: Where the tool does not run as this user; the test then counts as skipped, and says why.
    convenience init(_ user: User) throws {
        if user == .nobody, let obstacle = Self.obstacleForNobody {
            try Self.skip("the tool cannot run as the user 'nobody': \(obstacle)")
        }
        try self.init(unchecked: user)
    }

    private init(unchecked user: User) throws {
        folder = try TemporaryFolder()
        self.user = user
        tool = BuiltProduct("modelgen")
        try shell("chmod 777 .")
    }

    deinit {
        for mount in mounts { _ = try? shell("umount \(mount)") }
    }

    /// Runs the tool in the folder, or in one below it.
    func run(_ arguments: [String], in name: String = "") throws -> BuiltProduct.Outcome {
        try tool.run(arguments, in: folder.url.appending(path: name), launcher: user.launcher)
    }

    /// Runs a line of the shell in the folder, as the user of the tests.
    ///
    /// - Returns: What it prints.
    @discardableResult
    func shell(_ line: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder.url
        // A file rather than a pipe, which programs that others start meanwhile would keep open.
        let scratch = try TemporaryFolder()
        let output = URL(filePath: try scratch.write("", to: "output"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        guard process.terminationStatus == 0 else { throw ShellError(line: line, output: text) }
        return text
    }

    struct ShellError: Error {
        var line: String
        var output: String
    }

    /// What is at a path: kind, mode, owner, group, device, destination of a link.
    func appearance(_ name: String) throws -> String {
        try shell("stat -c '%F %a %u:%g %t:%T' '\(name)'; readlink '\(name)' || true")
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    /// The names in a folder, hidden ones too.
    func names(in name: String = "") throws -> [String] {
        try folder.names(in: name)
    }

    /// A copy of a model, which the user may change.
    func model(_ name: String = "Superheroes") throws -> String {
        let source = SourceTree.folder("Models/\(name).xcdatamodeld").path(percentEncoded: false)
        try shell("cp -R '\(source)' . && chmod -R a+rwX '\(name).xcdatamodeld'")
        return "\(name).xcdatamodeld"
    }

    /// A disk of its own with no room left but for a file that is there.
    func makeFullDisk(_ name: String, containing text: String, in file: String) throws {
        try shell("mkdir \(name) && mount -t tmpfs -o size=64k,mode=777 none \(name)")
        mounts.append(name)
        try folder.write(text, to: "\(name)/\(file)")
        if user == .nobody { try shell("chown 65534:65534 \(name)/\(file)") }
        _ = try? shell("head -c 1000000 /dev/zero > \(name)/filler; chmod 666 \(name)/\(file)")
    }

    /// A folder with the contents of another one, under two names that no link explains.
    func mount(_ folder: String, at name: String) throws {
        try shell("mkdir '\(name)' && mount --bind '\(folder)' '\(name)'")
        mounts.append(name)
    }

    /// Why tests that need devices and disks are skipped.
    static let absence = "no devices can be created and no disks mounted here; run the tests as root"

    /// Why nodes and disks cannot be made here; nil where they can.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "only root makes devices" }
        do {
            let sandbox = try Sandbox(.current)
            try sandbox.shell("mknod node c 1 3 && : > node")
            try sandbox.makeFullDisk("disk", containing: "", in: "file")
            return nil
        } catch {
            return "\(error)"
        }
    }()

    /// Why the tool does not run as nobody here; nil where it does.
    static let obstacleForNobody: String? = {
        guard geteuid() == 0 else { return "only root runs programs as others" }
        do {
            let outcome = try Sandbox(unchecked: .nobody).run(["--version"])
            return outcome.exitCode == 0 ? nil : outcome.errorOutput
        } catch {
            return "\(error)"
        }
    }()

    /// All commands as the current user, and some of them as the user `nobody`, or all in long tests.
    static func runs<Command>(of commands: [Command], asNobody some: [Command]) -> [(Command, User)] {
        users.flatMap { user in
            (user == .nobody && !runsLongTests ? some : commands).map { ($0, user) }
        }
    }

    #if compiler(>=6.3)
        /// Who the tests are to be. Where the tool does not run as one of them, its cases count as skipped.
        static let users = User.allCases

        private static func skip(_ reason: String) throws -> Never {
            try Test.cancel("\(reason)")
        }
    #else
        /// Who the tests are to be, as far as the tool runs as them: a case cannot be skipped alone.
        static let users = User.allCases.filter { $0 == .current || obstacleForNobody == nil }

        private static func skip(_ reason: String) throws -> Never {
            throw ShellError(line: "setpriv", output: reason)
        }
    #endif
}
