import ArgumentParser
import Foundation
import PostgreSQLStore

/// Two processes on one database, each of which posts notices and reads the other's.
@main
struct NoticeBoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noticeboard", abstract: "Post notices on a board that several processes share.",
        discussion: """
            Without a name, two processes of this program post and read at the same time.

            EXAMPLES:
              noticeboard "postgresql://localhost/postgres"
              noticeboard "postgresql://localhost/postgres" --name Carol --count 1
            """)

    @Argument(help: "The connection string of the database, in libpq's format.") var database: String

    @Option(help: "The name of the person who posts. The program ends after reading as many notices as it posts.")
    var name: String?

    @Option(help: "The number of notices for each person.") var count = 3

    func run() throws {
        let board = try NoticeBoard(database: database)
        guard let name else {
            try board.clear()
            return try runTwo()
        }
        try Member(name: name, board: board).take(part: count)
    }

    /// Starts the program twice, and waits for both.
    private func runTwo() throws {
        let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        let processes = try ["Anna", "Ben"].map { name in
            let process = Process()
            process.executableURL = program
            process.arguments = [database, "--name", name, "--count", "\(count)"]
            try process.run()
            return process
        }
        for process in processes { process.waitUntilExit() }
        guard processes.allSatisfy({ $0.terminationStatus == 0 }) else { throw ExitCode(1) }
    }
}
