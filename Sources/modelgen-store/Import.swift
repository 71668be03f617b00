import ArgumentParser
import FileAccess
import Foundation
import ObjectGraph
import StoreExchange
import TerminalOutput

/// `modelgen store import`.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make objects of the rows of a file.",
        discussion: """
            Reads an array of JSON objects, JSON Lines, or CSV with a line of headings. A row whose values do not fit the \
            model is rejected, with its line and the reason; the others are saved together. With rejected rows the exit \
            code is 1.

            A mapping says which field becomes which property, what values stand for, how relationships find their \
            objects, and by which attributes objects are known that are there already:

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
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file with the rows.", completion: .file())
    var file: String

    @Option(help: "The entity of the objects.")
    var entity: String

    @Option(help: "A JSON file that says how fields become properties.", completion: .file(extensions: ["json"]))
    var mapping: String?

    @Option(help: "The form of the file; by its ending when left out.")
    var format: ImportFile.Format?

    @Flag(help: "Save nothing when a row is rejected.")
    var strict = false

    func run() throws {
        try reportingFailures {
            let mapping = try mapping.map { try ImportMapping(json: bytes(of: $0)) } ?? ImportMapping()
            let rows = try ImportFile(bytes(of: file), format: fileFormat, at: mapping.path)
            let context = try options.openToWrite()
            let importer = try RowImporter(entityNamed: entity, mapping: mapping, in: context)
            warn(of: importer.unusedFields(among: Set(rows.rows.flatMap(\.fields.keys))))
            var progress = ProgressLine("imported", totalCount: rows.rows.count)
            for (number, row) in rows.rows.enumerated() {
                progress.show(number)
                try importer.take(row)
            }
            progress.clear()
            let unread = rows.rejected + importer.rejected
            if !strict || unread.isEmpty { try importer.save(isStrict: strict) }
            try report(rows.rejected + importer.rejected, importer)
        }
    }

    private var fileFormat: ImportFile.Format {
        format ?? ImportFile.Format(rawValue: URL(filePath: file).pathExtension.lowercased()) ?? .json
    }

    private func bytes(of path: String) throws -> [UInt8] {
        try FileReader.contents(of: path)
    }

    private func warn(of fields: [(name: String, nearest: String?)]) {
        for field in fields {
            let hint = field.nearest.map { "; did you mean '\($0)'?" } ?? ""
            StandardError.write("modelgen: warning: the field '\(field.name)' becomes no property\(hint)\n")
        }
    }

    private func report(_ rejected: [RejectedRow], _ importer: RowImporter) throws {
        for row in rejected.sorted(by: { $0.line < $1.line }) {
            StandardError.write("\(file):\(row.line): error: \(row.message)\n")
        }
        let isSaved = !strict || rejected.isEmpty
        let counts =
            isSaved
            ? "\(importer.insertedCount) inserted, \(importer.updatedCount) updated"
            : "nothing saved"
        try "\(counts), \(rejected.count) rejected\n".write(toFileOrOutput: nil)
        if !rejected.isEmpty { throw ExitCode(1) }
    }
}

extension ImportFile.Format: ExpressibleByArgument {}
