import ArgumentParser
import ObjectGraph
import StoreExchange

/// `modelgen store query`.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Show the objects that a query asks for.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, jsonl, csv
    }

    @OptionGroup var options: StoreOptions

    @Argument(help: "Such as \"Superhero where universe == 1 sort name limit 10\".")
    var query: String

    @Option(help: "The form of the result.")
    var format: Format = .table

    @Option(name: .shortAndLong, help: "The file to write; standard output when left out.", completion: .file())
    var output: String?

    @Flag(help: "Say how the objects would be found and ordered, instead of showing them.")
    var explain = false

    func run() throws {
        try reportingFailures {
            let query = try StoreQuery(argument: query)
            let context = try options.open()
            if explain {
                return try "\(query.plan(in: context))\n".write(toFileOrOutput: output)
            }
            try format.text(of: query.table(in: context)).write(toFileOrOutput: output)
        }
    }
}

extension Query.Format {
    func text(of table: RowTable) -> String {
        switch self {
        case .table: table.text
        case .json: table.json
        case .jsonl: table.jsonLines
        case .csv: table.csv
        }
    }
}

extension StoreQuery {
    /// A query from the command line.
    init(argument: String) throws {
        do {
            try self.init(text: argument)
        } catch {
            let place = String(repeating: " ", count: max(error.column - 1, 0)) + "^"
            throw StoreFailure(
                exitCode: 64, "in the query, \(error)\n  \(argument.replacing("\n", with: " "))\n  \(place)")
        }
    }
}

/// `modelgen store count`.
struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count the objects that a query asks for.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "Such as \"Superhero where universe == 1\".")
    var query: String

    func run() throws {
        try reportingFailures {
            let query = try StoreQuery(argument: query)
            try "\(query.count(in: options.open()))\n".write(toFileOrOutput: nil)
        }
    }
}
