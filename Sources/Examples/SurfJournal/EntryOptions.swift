import ArgumentParser
import Foundation

/// The values of an entry. Values that you leave out stay the same.
struct EntryOptions: ParsableArguments {
    @Option(help: "The date, such as 2026-07-01T09:30:00Z.", transform: { try Date($0, strategy: .iso8601) })
    var date: Date?
    @Option(help: "The location.") var location: String?
    @Option(help: "The height of the waves.") var height: String?
    @Option(help: "The time between two waves.") var period: String?
    @Option(help: "The wind.") var wind: String?
    @Option(help: "The rating, from 1 to 5.") var rating: Int16?
    @Flag(help: "Cancel instead of saving.") var cancel = false

    func validate() throws {
        if let rating, !(1...5).contains(rating) { throw ValidationError("--rating is from 1 to 5.") }
    }

    /// Sets the specified values of an entry.
    @MainActor
    func fill(_ entry: JournalEntry) {
        if let date { entry.date = date }
        if let location { entry.location = location }
        if let height { entry.height = height }
        if let period { entry.period = period }
        if let wind { entry.wind = wind }
        if let rating { entry.rating = rating }
    }
}
