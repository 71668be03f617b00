import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ObjectGraph
import StoreAccess
import StoreExchange
import StoreMigration

/// `modelgen store import`.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create objects from the rows of a file.",
        discussion: """
            The command reads an array of JSON objects, JSON Lines, or CSV with a header line, such as the output of \
            the export command. It rejects rows whose values do not match the model, with the place and the reason, \
            and saves the other rows together. If it rejects rows, the exit code is 1.

            A mapping specifies the property for each field, the meaning of values, how relationships find their \
            objects, and which attributes identify existing objects:

              {"at": "data.heroes", "match": ["name"],
               "properties": {
                 "name": "hero_name",
                 "universe": {"from": "publisher", "values": {"Marvel": 0, "DC": 1}},
                 "teams": {"from": "team", "match": "name", "create": true}}}

            EXAMPLES:
              modelgen store import Heroes.json heroes.csv --entity Superhero \\
                --model Models/Superheroes.xcdatamodeld
              modelgen store import Heroes.json heroes.json --entity Superhero \\
                --mapping mapping.json
              modelgen store import Copy.json heroes.jsonl
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file with the rows.")
    var file: PathArgument

    @Option(help: "The entity of the objects. The default is the entity that each row of an export names.")
    var entity: String?

    @Option(help: "A JSON file that maps fields to properties.", completion: .file(extensions: ["json"]))
    var mapping: PathArgument?

    @Option(help: "The form of the file with the rows. The default is the one that its extension names, or else json.")
    var inputFormat: ImportFile.Format?

    @Flag(help: "Save nothing if the command rejects a row.")
    var atomic = false

    @Flag(help: "Read the raw values of enums, not case names.")
    var rawValues = false

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try OutputArgument(options.store).refusePart()
        let mapping = try mapping.map { try read($0) { try ImportMapping(json: $0) } } ?? ImportMapping()
        let rows = try ProgressLine.during("reading rows") {
            try read(file, remedy: formRemedy) { try ImportFile($0, format: fileFormat, at: mapping.path) }
        }
        // An error in the mapping, or with --atomic in a row, does not leave an empty new store.
        let model = try options.managedObjectModel()
        if let entity { _ = try model.entity(named: entity) }
        let memory = try PersistentContainer(model: model, store: .inMemory).newContext()
        // Without the mapping first: what fails only with it is a problem of the mapping's file.
        _ = try RowImporter(entityNamed: entity, mapping: ImportMapping(), in: memory)
        let trial =
            try self.mapping.map { try naming($0) { try self.importer(mapping, in: memory) } }
            ?? self.importer(mapping, in: memory)
        warn(of: trial.unusedFields(in: rows))
        if atomic, try !options.storeDescription.exists() {
            guard try importing(rows, by: trial) else { return try report(trial, isSaved: false) }
        }
        let context = try ProgressLine.during("opening the store") { try options.openToWrite(model) }
        let importer = try importer(mapping, in: context)
        try report(importer, isSaved: importing(rows, by: importer))
    }

    /// Reads a file, whose errors name it.
    private func read<Contents>(
        _ file: PathArgument, remedy: String = "", _ parse: ([UInt8]) throws -> Contents
    ) throws -> Contents {
        let bytes = try FileReader.contents(of: file.path)
        return try naming(file, remedy: remedy) { try parse(bytes) }
    }

    /// Lets errors name a file.
    private func naming<Result>(
        _ file: PathArgument, remedy: String = "", _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try work()
        } catch let error as ImportError {
            let place = file.path + Self.place(error.line, error.column)
            throw CommandError(.problems, "\(place): \(error.message)\(remedy)")
        }
    }

    /// A line and a column as they follow the name of a file, as far as they are known.
    private static func place(_ line: Int?, _ column: Int?) -> String {
        [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    }

    private func importer(_ mapping: ImportMapping, in context: ManagedObjectContext) throws -> RowImporter {
        try RowImporter(entityNamed: entity, mapping: mapping, readsRawValues: rawValues, in: context)
    }

    private func importing(_ rows: ImportFile, by importer: RowImporter) throws -> Bool {
        let progress = ProgressLine("importing row", totalCount: rows.rows.count)
        defer { progress.clear() }
        try importer.importRows(of: rows) { progress.show($0) }
        progress.show("saving \(rows.rows.count) rows")
        return try importer.save(isAtomic: atomic)
    }

    private var fileFormat: ImportFile.Format { namedFormat ?? .json }

    /// The form that an option or the extension names.
    private var namedFormat: ImportFile.Format? {
        inputFormat ?? ImportFile.Format(rawValue: URL(filePath: file.path).pathExtension.lowercased())
    }

    /// What to do about a file that is not JSON although nothing names another form, such as CSV from a pipe.
    private var formRemedy: String {
        namedFormat == nil ? "; if the rows are not an array in JSON, specify their form with --input-format" : ""
    }

    private func warn(of fields: [(name: String, nearest: String?)]) {
        for field in fields {
            let hint = field.nearest.map { "; did you mean '\($0)'?" } ?? ""
            StandardError.writeNote("modelgen: warning: no property matches the field '\(field.name)'\(hint)\n")
        }
    }

    private func report(_ importer: RowImporter, isSaved: Bool) throws {
        for row in importer.rejected {
            StandardError.write("\(file.path)\(Self.place(row.line, row.column)): error: \(row.message)\n")
        }
        let counts =
            isSaved
            ? "\(importer.insertedCount) inserted, \(importer.updatedCount) updated"
            : "nothing saved"
        try "\(counts), \(importer.rejected.count) rejected\n".writeAsStatus()
        if !importer.rejected.isEmpty { throw ExitStatus.problems.code }
    }
}

extension ImportFile.Format: ExpressibleByArgument {}
