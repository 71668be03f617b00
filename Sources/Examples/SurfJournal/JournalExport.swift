import Foundation
import ObjectGraph

/// Writes the stored entries as comma-separated values, in the background.
struct JournalExport: Sendable {
    struct Progress: Sendable {
        var finished: Int
        var total: Int
    }

    let container: PersistentContainer
    let url: URL

    /// Starts the export, and reports its progress after every hundred entries and at the end.
    func progress() -> AsyncThrowingStream<Progress, any Error> {
        AsyncThrowingStream { stream in
            Task {
                do {
                    try await container.performBackgroundTask { context in
                        try write(context) { stream.yield($0) }
                    }
                    stream.finish()
                } catch {
                    stream.finish(throwing: error)
                }
            }
        }
    }

    /// Exports the entries in a separate context, so that other saves do not change them.
    private func write(_ context: ManagedObjectContext, report: (Progress) -> Void) throws {
        var request = JournalEntry.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.date)]
        let entries = try context.fetch(request)
        var text = "date,height,period,wind,location,rating\n"
        for (index, entry) in entries.enumerated() {
            text += entry.csv + "\n"
            let finished = index + 1
            if finished.isMultiple(of: 100) || finished == entries.count {
                report(Progress(finished: finished, total: entries.count))
            }
        }
        // Written into the file: an atomic write would replace a device, such as `/dev/stdout`.
        try Data(text.utf8).write(to: url)
    }
}

/// A field of comma-separated values (RFC 4180).
struct CSVField: CustomStringConvertible {
    var text: String

    var description: String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
