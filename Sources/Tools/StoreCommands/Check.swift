import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ObjectGraph
import StoreAccess
import StoreMigration

/// `modelgen store check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report all problems in a store, by line or row.",
        discussion: """
            The command checks the format and checksums of files, or the structures, tables, and columns of a \
            database; the entities, keys, and values of objects, and files of large values; and the rules of the \
            model, such as the counts of destinations. It reports each link that points to no object, or on which the \
            two sides of a relationship disagree, and positions in an order that are missing or occur twice. To fix \
            the links of a JSON store, use repair.

            In a store without such problems, it also finds objects with the same values of a uniqueness constraint, \
            and compares derived attributes with their expressions.

            The command changes nothing and takes no lock. The exit code is 1 if there are problems.

            EXAMPLES:
              modelgen store check Heroes.json --model Models/Superheroes.xcdatamodeld
              modelgen store check App.sqlite
            """)

    @OptionGroup var options: StoreOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try options.storeDescription.requirePresence()
        let model = try options.managedObjectModel()
        let findings = try options.explainingMismatch {
            try ProgressLine.during("checking the store") { try options.storeDescription.check(model: model) }
        }
        for finding in findings { try "\(finding)\n".write(to: nil) }
        if !findings.isEmpty { throw ExitStatus.problems.code }
    }
}

/// `modelgen store repair`.
struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Compute wrong derived values again, and repair a damaged JSON store.",
        discussion: """
            In every store, the command computes derived attributes again that do not have the values of their \
            expressions. Of a SQLite store that no other program has open, it removes the files of large values to \
            which no object refers.

            Nothing of a JSON store is lost: the command copies the original files to <name>.damaged, keeps the large \
            values of rejected objects in <name>.damaged.data, and writes rejected parts to <name>.rejected.jsonl, one \
            per line, with the place and the reason.

            If the two sides of a relationship disagree, the command keeps every link that either side has, and adds \
            it to the other side, at the end if the side is ordered. A to-one relationship keeps its object. If it is \
            empty and several objects point to it, it gets the object with the lowest number. An object that occurs \
            twice keeps its first place, and links to missing objects are removed. The command prints each decision, \
            and never removes an object because of a link.

            EXAMPLE:
              modelgen store repair Heroes.json --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try options.storeDescription.requirePresence()
        let model = try options.managedObjectModel()
        let report = try options.explainingMismatch {
            try ProgressLine.during("repairing the store") { try options.storeDescription.repair(model: model) }
        }
        for finding in report.findings { try "\(finding)\n".write(to: nil) }
        if report.findings.isEmpty, report.unrepairedCount == 0 {
            return try "the store has no problems; nothing was changed\n".writeAsStatus()
        }
        if let objectCount = report.objectCount, !report.findings.isEmpty {
            try "objects kept: \(objectCount)\n".writeAsStatus()
        }
        if !report.linkDecisions.isEmpty { try "links repaired: \(report.linkDecisions.count)\n".writeAsStatus() }
        if !report.changedValues.isEmpty {
            try "changed values kept: \(report.changedValues.count)\n".writeAsStatus()
        }
        if let rejectedFile = report.rejectedFile {
            let path = rejectedFile.path(percentEncoded: false)
            try "parts rejected: \(report.rejectedParts.count), in \(path)\n".writeAsStatus()
        }
        for copy in report.copies { try "original copied to: \(copy.path(percentEncoded: false))\n".writeAsStatus() }
        guard report.unrepairedCount > 0 else { return }
        let (noun, pronoun) = report.unrepairedCount == 1 ? ("problem", "it") : ("problems", "them")
        throw CommandError(
            .problems,
            "\(report.unrepairedCount) \(noun) cannot be repaired; "
                + "find \(pronoun) with '\(ModelGenStore.programName) check'")
    }
}
