import ArgumentParser
import Foundation

struct Interactive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work on heroes and teams, with screens that follow changes.",
        discussion: """
            Reads these commands, one on each line:
              add NAME, ABILITIES, dc or marvel      delete NAME
              join NAME                              leave NAME
              create TEAM                            dissolve TEAM
              choose TEAM                            makes that team the party
              open                                   opens a second screen with all heroes
              close                                  closes it
              save                                   saves changes, as the end of the input does
              discard                                discards unsaved changes
              quit                                   leaves without saving
            """)

    @OptionGroup var options: StoreOptions

    @MainActor func run() async throws {
        let database = try DatabaseController(at: options.url)
        let session = Session(database)
        while let line = readLine() {
            guard !line.isEmpty else { continue }
            if isatty(STDIN_FILENO) == 0 { print("> \(line)") }
            if line == "quit" { return }
            session.perform(line)
        }
        try database.cleanup()
    }
}
