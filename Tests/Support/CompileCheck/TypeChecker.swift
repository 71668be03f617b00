public import Foundation
import ModelCodegen

/// Has the compiler check sources against the modules of this package, without making anything of them.
public struct TypeChecker: Sendable {
    /// The folder that holds the modules that generated code imports.
    public var modules: URL
    /// Flags besides those of the mode.
    public var flags: [String]

    public init(modules: URL, flags: [String] = []) {
        self.modules = modules
        self.flags = flags
    }

    /// What the compiler says of models that are compiled as one module; nil when it says nothing, warnings included.
    public func complaints(about models: [CheckedModel], in mode: CompilerMode) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try models.flatMap(\.sources).map { file in
            let url = folder.appending(path: file.name)
            try Data(checkedText(of: file).utf8).write(to: url)
            return url.path(percentEncoded: false)
        }
        // A list in a file: a command line may be too short for the files of large models.
        let list = folder.appending(path: "sources")
        try Data(paths.map { "\"\($0)\"" }.joined(separator: "\n").utf8).write(to: list)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-whole-module-optimization", "-warnings-as-errors", "-module-name",
                "Generated", "-package-name", "generated", "-I", modules.path(percentEncoded: false),
            ] + mode.flags + flags + ["@\(list.path(percentEncoded: false))"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: log, encoding: .utf8)
        guard process.terminationStatus != 0 || !text.isEmpty else { return nil }
        return text.isEmpty ? "the compiler exited with code \(process.terminationStatus)" : text
    }

    private func checkedText(of file: GeneratedFile) -> String {
        #if canImport(ObjectiveC)
            return file.text
        #else
            return file.text.withoutObjectiveCNames
        #endif
    }
}
