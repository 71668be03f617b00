import Foundation
import TestSupport
import Testing

/// What the compiler says about files of programs.
@Suite struct ProgramSourceTests {
    /// The errors and warnings about a file: the number of the line, and the message.
    private func complaints(about source: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "Program.swift")
        try Data(source.utf8).write(to: file)
        let log = folder.url.appending(path: "log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let folders = [BuiltProduct("Modules").url] + ["CZLib", "CSQLite"].map { SourceTree.sources(of: $0) }
        process.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-parse-as-library"]
            + folders.flatMap { ["-I", $0.path(percentEncoded: false)] } + [file.path(percentEncoded: false)]
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
            let match = line.firstMatch(of: /Program\.swift:(\d+):\d+: (error|warning): (.*)$/)
            return match.map { "\($0.1) \($0.2): \($0.3)" }
        }
    }

    @Test("What is unavailable says why, and what to use instead")
    func unavailableNames() throws {
        let found = try complaints(
            about: """
                import CoreData
                func stack() -> NSPersistentContainer { NSPersistentCloudKitContainer(name: "Notes") }
                func options(of description: NSPersistentStoreDescription) { _ = description.cloudKitContainerOptions }
                let type = NSXMLStoreType
                func move(_ store: NSPersistentStore, _ url: URL) { store.persistentStoreCoordinator?.setURL(url, for: store) }
                func index(_ delegate: NSCoreDataCoreSpotlightDelegate) {}
                """)
        let reasons = [
            "2 error: 'NSPersistentCloudKitContainer' is unavailable: CloudKit is available only on Apple's platforms, so use "
                + "NSPersistentContainer.",
            "3 error: 'cloudKitContainerOptions' is unavailable: CloudKit is available only on Apple's platforms.",
            "4 error: 'NSXMLStoreType' is unavailable: Apple doesn't document the format, so use NSSQLiteStoreType or "
                + "NSJSONStoreType.",
            "5 error: 'setURL(_:for:)' is unavailable: Remove the store, and add the store at the other location.",
            "6 error: 'NSCoreDataCoreSpotlightDelegate' is unavailable: Spotlight is available only on Apple's platforms.",
        ]
        for reason in reasons { #expect(found.contains(reason), "\(found)") }
        #expect(!found.contains { $0.contains("cannot find") })
    }

    private static let walker = """
        import CoreData
        func walk(_ predicate: NSPredicate) -> [NSExpression] {
            if let compound = predicate as? NSCompoundPredicate { return compound.subpredicates.flatMap(walk) }
            guard let comparison = predicate as? NSComparisonPredicate else { return [] }
            let type: NSComparisonPredicate.Operator = comparison.predicateOperatorType
            switch comparison.leftExpression.expressionType {
            case .keyPath where type == .in: return [comparison.leftExpression, NSExpression(forKeyPath: "a")]
            default: return [NSExpression(format: "a + %@", 1)]
            }
        }
        """

    @Test("Expressions and comparisons have one meaning, with Foundation imported or not")
    func expressions() throws {
        #expect(try complaints(about: Self.walker) == [])
        #expect(try complaints(about: Self.walker + "\nimport Foundation") == [])
        // Foundation has deprecated the names, so the compiler warns, but nothing is ambiguous.
        let both = try complaints(about: "import Foundation\n" + Self.walker)
        #expect(!both.isEmpty && both.allSatisfy { $0.contains("warning") && $0.contains("is deprecated") }, "\(both)")
        let named = """

            typealias NSExpression = CoreData.NSExpression
            typealias NSComparisonPredicate = CoreData.NSComparisonPredicate
            """
        #expect(try complaints(about: "import Foundation\n" + Self.walker + named) == [])
    }
}
