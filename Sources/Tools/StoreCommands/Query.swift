import ArgumentParser
import CommandArguments
import FileAccess
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store query`.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Show the objects that match a query.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "A query, such as \"Superhero where universe == 'dc' sort name limit 10\".")
    var query: String

    @OptionGroup var form: FormatOption<TableFormat>
    @OptionGroup var destination: TextDestination

    @Flag(help: "Show the raw values of enums instead of case names.")
    var rawValues = false

    @Flag(help: "Explain how the store finds and sorts the objects, instead of showing them.")
    var explain = false

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try options.withQuery(query, showsRawValues: rawValues) { query, context in
            if explain { return try destination.write(query.plan(in: context).shownText) }
            let format = form.format(for: destination.output)
            let rows = try query.stream(in: context, flattensComposites: format == .csv)
            try query.locating(in: context) { try destination.write(rows, as: format.form(for: destination.output)) }
        }
    }
}

extension FetchPlan {
    /// The plan, with an SQL comment about functions that other programs do not have.
    fileprivate var shownText: String {
        let names = Set(statements.flatMap(\.storeSpecificNames)).sorted().joined(separator: ", ")
        return "\(self)\n" + (names.isEmpty ? "" : "-- The store adds these to its own connections: \(names)\n")
    }
}

extension StoreOptions {
    /// Runs a closure with a query from the command line in a context of the store. Writes warnings about conditions
    /// that can never be true, and shows the position in the query for errors that have one.
    func withQuery(
        _ text: String, showsRawValues: Bool = false, _ work: (ObjectQuery, ManagedObjectContext) throws -> Void
    ) throws {
        var query = try Self.query(text)
        query.showsRawValues = showsRawValues
        let context = try ProgressLine.during("opening the store") { try open() }
        _ = try context.managedObjectModel.entity(named: query.entityName)
        for warning in query.warnings(in: context.managedObjectModel) {
            StandardError.writeNote(
                "modelgen: warning: in the query, \(warning)\n\(text.marked(atColumn: warning.column))\n")
        }
        do {
            try work(query, context)
        } catch let error as QueryError {
            guard let column = error.column else { throw error }
            let status = error.code == .unknownKey ? ExitStatus.usage : .problems
            throw CommandError(status, "in the query, \(error)\n\(text.marked(atColumn: column))")
        } catch let error as ObjectQueryError {
            throw Self.commandError(error, in: text)
        }
    }

    private static func query(_ text: String) throws -> ObjectQuery {
        do {
            return try ObjectQuery(text: text)
        } catch {
            throw commandError(error, in: text)
        }
    }

    private static func commandError(_ error: ObjectQueryError, in text: String) -> CommandError {
        CommandError(.usage, "in the query, \(error)\n\(text.marked(atColumn: error.column))")
    }
}

extension String {
    /// The text on one line, with a mark below a position. A long text is limited to the part around the position.
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

    enum Format: String, OutputFormat {
        case text, json

        static let standard = Format.text

        var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }
    }

    @Argument(help: "A query, such as \"Superhero where universe == 'dc'\".")
    var query: String

    @OptionGroup var form: FormatOption<Format>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try options.withQuery(query) { query, context in
            let count = try query.count(in: context)
            switch form.format(for: destination.output) {
            case .text: try destination.write("\(count)\n")
            case .json: try destination.write("{\"count\": \(count)}\n")
            }
        }
    }
}
