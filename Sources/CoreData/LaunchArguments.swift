import Foundation
import ObjectGraph
import SQLiteStore

/// The launch arguments by which programs debug Core Data, such as `-com.apple.CoreData.SQLDebug 1`.
struct LaunchArguments {
    /// How much of the statements of SQLite stores is written to the standard error: nothing for 0, the statements with
    /// their times and numbers of rows from 1, and their values from 3, which are private data.
    let sqlDebugLevel: Int
    /// Whether using a context on a queue other than its own ends the program.
    let checksConcurrency: Bool
    /// Whether nothing is written to the standard error.
    let isSilent: Bool
    /// Whether migrations are written to the standard error.
    let reportsMigrations: Bool

    /// The arguments of the program.
    static let ofProgram = LaunchArguments(ProcessInfo.processInfo.arguments)

    /// - Parameter arguments: Names, each followed by its value.
    init(_ arguments: [String]) {
        func number(_ name: String) -> Int {
            guard let place = arguments.lastIndex(of: "-com.apple.CoreData.\(name)"), place + 1 < arguments.count
            else { return 0 }
            return Int(arguments[place + 1]) ?? 0
        }
        // The standard error is where Core Data's messages go here, unless the program wants none.
        isSilent = arguments.contains("-com.apple.CoreData.Logging.stderr") && number("Logging.stderr") == 0
        sqlDebugLevel = isSilent ? 0 : number("SQLDebug")
        checksConcurrency = number("ConcurrencyDebug") > 0
        reportsMigrations = !isSilent && number("MigrationDebug") > 0
    }

    /// Begins what the program's arguments ask for, once.
    static func apply() { _ = isApplied }

    private static let isApplied: Bool = {
        let level = ofProgram.sqlDebugLevel
        guard level > 0 else { return false }
        StatementTrace.setReceiver(
            StatementTrace.Receiver(includesValues: level >= 3) { write(lines(of: $0).joined(separator: "\n")) })
        return true
    }()

    /// The lines about a statement, in the form of Core Data's.
    static func lines(of statement: StatementTrace.Statement) -> [String] {
        var lines = ["CoreData: sql: \(statement.text)"]
        if let text = statement.textWithValues { lines.append("CoreData: details: SQLite: \(text)") }
        let seconds = String(format: "%.4f", statement.seconds) + "s"
        if statement.text.hasPrefix("SELECT") || statement.text.hasPrefix("WITH") {
            lines.append("CoreData: annotation: sql connection fetch time: \(seconds)")
            lines.append("CoreData: annotation: total fetch execution time: \(seconds) for \(statement.rowCount) rows.")
        } else {
            lines.append("CoreData: annotation: sql execution time: \(seconds)")
        }
        return lines
    }

    /// Writes a message about a migration, if the program asks for them.
    static func report(migration message: @autoclosure () -> String) {
        if ofProgram.reportsMigrations { write("CoreData: annotation: (migration) \(message())") }
    }

    /// Writes a warning, unless the program asks for no messages.
    static func report(warning message: String) {
        if !ofProgram.isSilent { write("CoreData: warning: \(message)") }
    }

    /// Writes an error that the program continues after, unless the program asks for no messages.
    static func report(error message: String) {
        if !ofProgram.isSilent { write("CoreData: error: \(message)") }
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

extension NSManagedObjectContext {
    /// Ends the program if it uses the context on another queue than its own, and asks for this check with
    /// `-com.apple.CoreData.ConcurrencyDebug 1`.
    @inline(__always)
    final func checkQueue() {
        if Self.checksQueues { requireOwnQueue() }
    }

    private static let checksQueues = LaunchArguments.ofProgram.checksConcurrency

    /// Makes each access to a property of an object check the queue, too, if the program asks for checks. Objects test
    /// a flag for their observers anyway, so that without checks, an access costs no more.
    final func checkAccesses(in graph: ManagedObjectContext) {
        guard Self.checksQueues else { return }
        graph.isObservable = true
        graph.checkAccess = { [link] in link.context?.requireOwnQueue() }
    }

    private func requireOwnQueue() {
        require(
            queue.isCurrent,
            """
            Multithreading_Violation_AllThatIsLeftToUsIsHonor: the context \(name.map { "'\($0)' " } ?? "")is used \
            outside of its queue; use perform or performAndWait
            """)
    }
}
