import ArgumentParser
import Foundation
import JSONStore
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

/// `modelgen store repair`.
struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Repair a damaged JSON store, and save the rejected parts.",
        discussion: """
            Nothing is lost: the command copies the original files to <name>.damaged, and writes rejected parts to \
            <name>.rejected.jsonl, one per line, with the place and the reason.

            If the two sides of a relationship disagree, the command keeps every link that one side has, and adds it to the \
            other side, at the end if the side is ordered. A to-one relationship keeps its object. If it is empty and several \
            objects point to it, it gets the object with the lowest number. An object that occurs twice stays at its first \
            place, and links to missing objects are removed. The command prints each decision, and never removes an object \
            because of a link.

            EXAMPLE:
              modelgen store repair Heroes.json --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            let file = try options.place.requireFile(or: "find its problems with 'modelgen store check'")
            guard file.kind == .json else {
                throw StoreFailure(
                    exitCode: 64, "a SQLite store cannot be repaired; find its problems with 'modelgen store check'")
            }
            let report = try JSONStore.repair(file.url, model: options.managedObjectModel())
            for finding in report.findings { print(finding) }
            guard !report.findings.isEmpty else {
                print("the store has no problems; nothing was changed")
                return
            }
            print("kept: \(report.objectCount == 1 ? "1 object" : "\(report.objectCount) objects")")
            if !report.linkDecisions.isEmpty { print("links repaired: \(report.linkDecisions.count)") }
            if let rejectedFile = report.rejectedFile {
                let path = rejectedFile.path(percentEncoded: false)
                let count = report.rejectedParts.count
                print("rejected: \(count == 1 ? "1 part" : "\(count) parts"), in \(path)")
            }
            for copy in report.copies { print("original copied to: \(copy.path(percentEncoded: false))") }
        }
    }
}
