import Foundation
import TestSupport

/// An example as its user has it: every command is a process of its own, so everything goes through the store.
struct ExampleProgram {
    let folder: TemporaryFolder
    let store: URL
    private let program: BuiltProduct

    init(_ name: String) throws {
        folder = try TemporaryFolder()
        store = folder.url.appending(path: "Data/\(name).json")
        program = BuiltProduct(name)
    }

    /// Runs one command to its end.
    @discardableResult
    func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try run(arguments)
    }

    /// Runs one command to its end.
    @discardableResult
    func run(_ arguments: [String]) throws -> BuiltProduct.Outcome {
        try program.run(arguments + ["--store", store.path(percentEncoded: false)])
    }

    /// Runs one command on lines that are typed, and returns what it printed.
    func session(_ arguments: String..., lines: [String]) throws -> [String] {
        let input = lines.map { $0 + "\n" }.joined()
        let outcome = try program.run(arguments + ["--store", store.path(percentEncoded: false)], input: input)
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// Runs one command to its end, and returns what it printed.
    func output(_ arguments: String...) throws -> String {
        try run(arguments).output
    }

    /// How many objects of an entity the store's file holds.
    func storedObjectCount(_ entityName: String) throws -> Int {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: store)) as? [String: Any]
        let entities = json?["entities"] as? [String: [Any]]
        return entities?[entityName]?.count ?? 0
    }
}
