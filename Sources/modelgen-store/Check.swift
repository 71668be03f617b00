import ArgumentParser
import JSONStore

/// `modelgen store check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say everything that is wrong in a store, by line.",
        discussion: """
            Looks at the form of the file and its journal, checksums, references, inverses, and what the model does not
            allow. Says each link on which the two sides of a relationship disagree, or which leads nowhere; repair puts
            those right. Changes nothing, and takes no lock. The exit code is 1 when something is wrong.

            EXAMPLE:
              modelgen store check Heroes.json --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            let findings = try JSONStore.check(options.url, model: options.managedObjectModel())
            for finding in findings { print(finding) }
            if !findings.isEmpty { throw ExitCode(1) }
        }
    }
}
