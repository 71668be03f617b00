import ArgumentParser
import StoreAccess

/// `modelgen store check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report all problems in a store, by line or row.",
        discussion: """
            For a JSON store, the command checks the format of the file and its journal, checksums, references, inverses, \
            and the rules of the model. It reports each link that points to no object, or on which the two sides of a \
            relationship disagree. To fix these links, use repair.

            For a SQLite store, it checks SQLite's structures, tables and columns, entities, keys and values of rows, files \
            of large values, links that point to no object or that the inverse lacks, and the order of relationships.

            For a PostgreSQL store, it checks tables and columns, entities, keys and values of rows, and destination counts.

            The command changes nothing and takes no lock. The exit code is 1 if there are problems.

            EXAMPLES:
              modelgen store check Heroes.json --model Models/Superheroes.xcdatamodeld
              modelgen store check App.sqlite
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            try options.place.requirePresence()
            let model = try options.managedObjectModel()
            let findings = try options.explainingMismatch { try options.place.findings(model) }
            for finding in findings { print(finding) }
            if !findings.isEmpty { throw ExitCode(1) }
        }
    }
}
