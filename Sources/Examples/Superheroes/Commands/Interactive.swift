import ArgumentParser
import Foundation

struct Interactive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work on heroes and teams, with screens that follow.",
        discussion: """
            Reads one line after the other:
              add NAME, ABILITIES, dc or marvel      delete NAME
              join NAME                              leave NAME
              create TEAM                            dissolve TEAM
              choose TEAM                            the party is that team from now on
              open                                   a second screen with all heroes
              close                                  lets it go again
              save                                   writes what has changed; so does the end of the input
              discard                                back to what was saved last
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
