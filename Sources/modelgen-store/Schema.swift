import ArgumentParser
import JSONStore
import ObjectGraph
import StoreAccess

/// `modelgen store schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Write a JSON Schema of the stores of a model.",
        discussion: """
            EXAMPLE:
              modelgen store schema Models/Superheroes.xcdatamodeld -o heroes.schema.json
            """)

    @Argument(
        help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.", completion: .file())
    var model: String

    @Option(name: .shortAndLong, help: "The file to write; standard output when left out.", completion: .file())
    var output: String?

    func run() throws {
        try reportingFailures {
            let schema = JSONStore.schema(of: try ManagedObjectModel(readingFrom: model))
            try String(decoding: schema, as: UTF8.self).write(toFileOrOutput: output)
        }
    }
}
