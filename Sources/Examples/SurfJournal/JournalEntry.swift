import Foundation
import ObjectGraph

/// One surf session.
///
/// The class is written by hand, and only its properties are generated, because the model sets its code generation to
/// Category/Extension.
final class JournalEntry: ManagedObject {
    /// The rating as five stars.
    var stars: String {
        let full = min(max(Int(rating ?? 0), 0), 5)
        return String(repeating: "★", count: full) + String(repeating: "☆", count: 5 - full)
    }

    /// The day of the session; "-" for none.
    var day: String { date?.formatted(.iso8601.year().month().day()) ?? "-" }

    /// The entry as a row of a list.
    var line: String { [day, stars, location ?? "-", height ?? "-"].joined(separator: "  ") }

    /// The entry as a row of a table for other programs.
    var csv: String {
        [date?.formatted(.iso8601), height, period, wind, location, rating.map(String.init)]
            .map { CSVField(text: $0 ?? "").description }
            .joined(separator: ",")
    }
}
