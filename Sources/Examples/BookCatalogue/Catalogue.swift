import Foundation

/// Books in sections, as a list shows them.
protocol Catalogue {
    var sectionCount: Int { get }
    /// The name of a section; empty where there is only one.
    func sectionName(at section: Int) -> String
    func bookCount(inSection section: Int) -> Int
    /// The book at a section and a row, which exist.
    func book(at indexPath: IndexPath) -> Book
}
