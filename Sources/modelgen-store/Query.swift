import ArgumentParser
import ObjectGraph
import StoreAccess
import StoreExchange
import TerminalOutput

/// `modelgen store query`.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Show the objects that match a query.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, jsonl, csv
    }

    @OptionGroup var options: StoreOptions

    @Argument(help: "A query, such as \"Superhero where universe == 'dc' sort name limit 10\".")
    var query: String

    @Option(help: "The format of the result.")
    var format: Format = .table

    @Option(name: .shortAndLong, help: "The file to write. The default is standard output.", completion: .file())
    var output: String?

    @Flag(help: "Show the raw values of enums instead of case names.")
    var storedValues = false

    @Flag(help: "Explain how the store finds and sorts the objects, instead of showing them.")
    var explain = false

    func run() throws {
        try reportingFailures {
            var parsed = try StoreQuery(argument: query)
            parsed.showsStoredValues = storedValues
            let context = try options.open()
            try showingPlace(in: query) {
                parsed.writeWarnings(in: context, argument: query)
                if explain {
                    return try parsed.plan(in: context).shownText.write(toFileOrOutput: output)
                }
                try format.text(of: parsed.table(in: context)).write(toFileOrOutput: output)
            }
        }
    }
}

extension FetchPlan {
    /// The plan, with a comment of SQL about what other programs do not have.
    fileprivate var shownText: String {
        let names = Set(statements.flatMap(\.ownNames)).sorted().joined(separator: ", ")
        return "\(self)\n" + (names.isEmpty ? "" : "-- Only connections of the store have: \(names)\n")
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
            throw StoreFailure(exitCode: 64, "in the query, \(error)\n\(argument.marked(atColumn: error.column))")
        }
    }

    /// Says on standard error what in the query can never be true.
    func writeWarnings(in context: ManagedObjectContext, argument: String) {
        for warning in warnings(in: context.managedObjectModel) {
            StandardError.write(
                "modelgen: warning: in the query, \(warning)\n\(argument.marked(atColumn: warning.column))\n")
        }
    }
}

/// Does work on a query, and shows its text and the place in an error that knows it.
func showingPlace(in query: String, _ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as QueryError {
        guard let column = error.column else { throw error }
        throw StoreFailure(exitCode: 1, "in the query, \(error)\n\(query.marked(atColumn: column))")
    }
}

extension String {
    /// The text in a line, what is around a place of it if it is long, with a mark below the place.
    fileprivate func marked(atColumn column: Int) -> String {
        let place = max(column - 1, 0)
        let start = max(place - 60, 0)
        let rest = replacing("\n", with: " ").dropFirst(start)
        let shown = (start > 0 ? "…" : "") + rest.prefix(100) + (rest.count > 100 ? "…" : "")
        let indent = place - start + (start > 0 ? 1 : 0)
        return "  \(shown)\n  \(String(repeating: " ", count: indent))^"
    }
}

/// `modelgen store count`.
struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count the objects that match a query.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "A query, such as \"Superhero where universe == 'dc'\".")
    var query: String

    func run() throws {
        try reportingFailures {
            let parsed = try StoreQuery(argument: query)
            let context = try options.open()
            try showingPlace(in: query) {
                parsed.writeWarnings(in: context, argument: query)
                try "\(parsed.count(in: context))\n".write(toFileOrOutput: nil)
            }
        }
    }
}
