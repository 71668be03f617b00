import ArgumentParser
import Foundation
import JSONStore

/// `modelgen store repair`.
struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Keep what is sound of a damaged store, and put the rest beside it.",
        discussion: """
            Nothing is lost: the files as they were are copied to <name>.damaged, and what could not be kept is written to
            <name>.rejected.jsonl, one part a line, with its place and the reason.

            EXAMPLE:
              modelgen store repair Heroes.json --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            let report = try JSONStore.repair(options.url, model: options.managedObjectModel())
            for finding in report.findings { print(finding) }
            guard let rejectedFile = report.rejectedFile else {
                print("the store is sound; nothing was changed")
                return
            }
            print("kept: \(report.objectCount) objects")
            print("not kept: \(report.findings.count) parts, in \(rejectedFile.path(percentEncoded: false))")
            for copy in report.copies { print("as it was: \(copy.path(percentEncoded: false))") }
        }
    }
}
