import ArgumentParser
import StoreAccess

/// `modelgen store check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say everything that is wrong in a store, by line or by row.",
        discussion: """
            Of a JSON store, looks at the form of the file and its journal, checksums, references, inverses, and what the \
            model does not allow. Says each link on which the two sides of a relationship disagree, or which leads nowhere; \
            repair puts those right.

            Of a SQLite store, looks at SQLite's structures, tables and columns, entities, keys and values of rows, files of \
            large values, links that lead nowhere or to which the other side does not agree, and the order of relationships.

            Of a store in PostgreSQL, looks at tables and columns, entities, keys and values of rows, and numbers of \
            destinations.

            Changes nothing, and takes no lock. The exit code is 1 when something is wrong.

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
