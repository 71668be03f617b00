import ArgumentParser
import Foundation
import JSONStore
import StoreAccess

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
            print("kept: \(report.objectCount) objects")
            if !report.linkDecisions.isEmpty { print("links repaired: \(report.linkDecisions.count)") }
            if let rejectedFile = report.rejectedFile {
                let path = rejectedFile.path(percentEncoded: false)
                print("rejected: \(report.rejectedParts.count) parts, in \(path)")
            }
            for copy in report.copies { print("original copied to: \(copy.path(percentEncoded: false))") }
        }
    }
}
