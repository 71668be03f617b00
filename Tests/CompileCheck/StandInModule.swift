public import Foundation

/// Modules of Apple's, declared in `Tests/StandIns` as far as generated code uses them.
public enum StandInModule {
    /// Compiles the module `CoreData` into a folder. Where the framework itself is there, nothing is to be done.
    ///
    /// - Throws: When the compiler cannot be run, or does not accept the sources.
    public static func buildCoreData(into folder: URL) throws {
        // By the runtime of Objective-C: this package has a module of the name too.
        #if !canImport(ObjectiveC)
            let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "StandIns/CoreData")
            let paths = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
                .sorted().map { sources.appending(path: $0).path(percentEncoded: false) }
            let output = folder.appending(path: "CoreData.swiftmodule").path(percentEncoded: false)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                [
                    "swiftc", "-emit-module", "-module-name", "CoreData", "-emit-module-path", output,
                    "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
                ] + paths
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        #endif
    }
}
