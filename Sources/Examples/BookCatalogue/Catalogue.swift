import Foundation

/// Books in sections, for a list.
protocol Catalogue {
    var sectionCount: Int { get }
    /// The name of a section; empty if there is only one.
    func sectionName(at section: Int) -> String
    func bookCount(inSection section: Int) -> Int
    /// The book at an existing section and row.
    func book(at indexPath: IndexPath) -> Book
}
