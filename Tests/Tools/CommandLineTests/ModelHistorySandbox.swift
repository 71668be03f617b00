import Foundation
import TestSupport

/// A repository with a model that has versions.
struct ModelHistorySandbox {
    let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen")

    /// A project whose model `Shop` has one version, with an entity `Order`, not yet committed.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try write(#"<attribute name="date" attributeType="Date"/>"#, as: "Shop")
    }

    /// Writes a version whose entity `Order` holds something, and makes it the current one.
    func write(_ order: String, as version: String) throws {
        try folder.write(
            .model(containing: "<entity name=\"Order\">\n\(order)\n</entity>"),
            to: "Models/Shop.xcdatamodeld/\(version).xcdatamodel/contents")
        try setCurrent(version)
    }

    func setCurrent(_ version: String) throws {
        try folder.writeCurrentVersion(version, of: "Models/Shop.xcdatamodeld")
    }

    func removeVersion(_ version: String) throws {
        try FileManager.default.removeItem(
            at: folder.url.appending(path: "Models/Shop.xcdatamodeld/\(version).xcdatamodel"))
    }

    /// Commits everything, on the branch `main`.
    func commit() throws {
        if !FileManager.default.fileExists(atPath: folder.path(".git")) { try git("init", "-q", "-b", "main", ".") }
        try git("add", "-A")
        try git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Change")
    }

    /// Runs the tool in the project.
    ///
    /// - Parameter environment: Variables that it gets besides those of the tests.
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> BuiltProduct.Outcome {
        try tool.run(arguments, in: folder.url, environment: environment)
    }

    /// Runs a line as a shell would.
    func shell(_ command: String, in subfolder: String) throws {
        try run("sh", ["-c", command], in: folder.url.appending(path: subfolder))
    }

    private func git(_ arguments: String...) throws {
        try run("git", arguments, in: folder.url)
    }

    private func run(_ program: String, _ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
