/// A book as a value, from a file or from a store.
struct Book: Codable, Hashable, Sendable {
    var title: String
    var author: String
    var genre: String
    var year: Int
}
