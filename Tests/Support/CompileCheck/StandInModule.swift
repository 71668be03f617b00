public import Foundation

/// Modules of Apple's, declared in `Tests/Support/StandIns` as far as generated code uses them.
public enum StandInModule {
    /// Compiles the module `CoreData` into a folder. Where the framework itself is there, nothing is to be done.
    ///
    /// - Throws: When the compiler cannot be run, or does not accept the sources.
    public static func buildCoreData(into folder: URL) throws { try build("CoreData", into: folder) }

    /// Compiles the module `SwiftData` into a folder, and `CoreData`, which it uses. The code for it is checked without
    /// its macros: ``CheckedModel`` replaces them.
    public static func buildSwiftData(into folder: URL) throws {
        try buildCoreData(into: folder)
        try build("SwiftData", into: folder)
    }

    private static func build(_ module: String, into folder: URL) throws {
        // By the runtime of Objective-C: this package has a module of the name too.
        #if !canImport(ObjectiveC)
            let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "StandIns/\(module)")
            let paths = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
                .sorted().map { sources.appending(path: $0).path(percentEncoded: false) }
            let output = folder.appending(path: "\(module).swiftmodule").path(percentEncoded: false)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                [
                    "swiftc", "-emit-module", "-module-name", module, "-emit-module-path", output,
                    "-I", folder.path(percentEncoded: false),
                    "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
                ] + paths
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        #endif
    }
}
