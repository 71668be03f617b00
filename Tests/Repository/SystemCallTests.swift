import Foundation
import TestSupport
import Testing

/// What files need, such as waiting for the medium and refusing devices, is decided in one place.
@Suite struct SystemCallTests {
    /// The files that the build tool plugin compiles as well, which can import nothing.
    private static let filesOfPlugin = ["Compiler/ModelCompiler/Build/BuildPlan.swift"]

    @Test("Only FileAccess calls the system for files, and what a plugin compiles")
    func callsOutsideOfFileAccess() throws {
        var found: [String] = []
        for (path, text) in try SourceTree.swiftTexts(below: SourceTree.folder("Sources"))
        where !path.hasPrefix("Shared/FileAccess/") && !Self.filesOfPlugin.contains(path) {
            found += Self.calls(in: text).map { "\(path) calls \($0)" }
        }
        #expect(found.sorted() == [])
    }

    @Test("Methods with the names of system calls are none")
    func calls() {
        let text = """
            _ = flock(descriptor, LOCK_EX)
            // flock(descriptor, LOCK_UN)
            try operations.rename(path, other)
            guard rename(path, other) == 0, access(file, R_OK) == 0 else { return }
            let file = open(path, O_RDONLY)
            try open(url)
            close()
            deinit { close(descriptor) }
            func stat(_ path: String) {}
            SystemCall.close(descriptor)
            """
        #expect(Self.calls(in: text) == ["flock", "rename", "access", "open", "close"])
    }

    private static let names: Set<String> = [
        "flock", "fchown", "fchmod", "ftruncate", "pread", "pwrite", "fsync", "fdatasync", "rmdir", "mkdir", "access",
        "faccessat", "stat", "lstat", "fstat", "readlink", "realpath", "symlink", "posix_fallocate", "chmod", "chown",
    ]
    /// The calls whose names methods have as well, so that their arguments decide.
    private static let commonNames: Set<String> = ["open", "close", "link", "unlink", "rename"]

    private static func calls(in text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            let parts = line.split(separator: "(", omittingEmptySubsequences: false)
            guard parts.count > 1, !line.contains("func "), !line.drop(while: { $0 == " " }).hasPrefix("//") else {
                return []
            }
            return zip(parts, parts.dropFirst()).compactMap { before, arguments in
                let reversed = Array(before.utf8.reversed().prefix(while: isOfName))
                let name = String(decoding: reversed.reversed(), as: UTF8.self)
                guard before.utf8.dropLast(reversed.count).last != UInt8(ascii: ".") else { return nil }
                if names.contains(name) { return name }
                guard commonNames.contains(name) else { return nil }
                let argument = arguments.prefix { $0.isLetter }.lowercased()
                let isOfFile =
                    name == "open"
                    ? line.contains("O_") : argument.hasSuffix("path") || argument.hasSuffix("descriptor")
                return isOfFile ? name : nil
            }
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }
}
