import ArgumentParser
import Foundation
import JSONStore
import StoreAccess

/// `modelgen store repair`.
struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Keep what is sound of a damaged JSON store, and put the rest beside it.",
        discussion: """
            Nothing is lost: the files as they were are copied to <name>.damaged, and what could not be kept is written to \
            <name>.rejected.jsonl, one part a line, with its place and the reason.

            Where the two sides of a relationship disagree, every link that one side has is kept: the other side gains it, \
            at the end where it is ordered. A to-one keeps the object it leads to; where it leads nowhere and several \
            objects lead to it, it gets the first by its number. An object that is named twice stays at its first place, \
            and links to objects that do not exist are removed. Each decision is printed, and no object is left out for a \
            link.

            EXAMPLE:
              modelgen store repair Heroes.json --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            let file = try options.place.requireFile(or: "'modelgen store check' says what is wrong in it")
            guard file.kind == .json else {
                throw StoreFailure(
                    exitCode: 64, "a SQLite store cannot be repaired; 'modelgen store check' says what is wrong in it")
            }
            let report = try JSONStore.repair(file.url, model: options.managedObjectModel())
            for finding in report.findings { print(finding) }
            guard !report.findings.isEmpty else {
                print("the store is sound; nothing was changed")
                return
            }
            print("kept: \(report.objectCount) objects")
            if !report.linkDecisions.isEmpty { print("links put right: \(report.linkDecisions.count)") }
            if let rejectedFile = report.rejectedFile {
                let path = rejectedFile.path(percentEncoded: false)
                print("not kept: \(report.rejectedParts.count) parts, in \(path)")
            }
            for copy in report.copies { print("as it was: \(copy.path(percentEncoded: false))") }
        }
    }
}
