import Foundation

/// The data source of a list.
struct CatalogueList {
    let catalogue: any Catalogue

    /// All lines, with the section and row numbers that the other commands take, from 1.
    var lines: [String] {
        (0..<catalogue.sectionCount).flatMap { section in
            let name = catalogue.sectionName(at: section)
            let rows = (0..<catalogue.bookCount(inSection: section)).map { row in
                let book = catalogue.book(at: [section, row])
                return "\(section + 1) \(row + 1)  \(book.title), \(book.author)"
            }
            return name.isEmpty ? rows : [name] + rows
        }
    }

    /// The index path for typed section and row numbers.
    func indexPath(section: Int, row: Int) throws -> IndexPath {
        guard (0..<catalogue.sectionCount).contains(section - 1),
            (0..<catalogue.bookCount(inSection: section - 1)).contains(row - 1)
        else { throw NoSuchLineError(section: section, row: row) }
        return [section - 1, row - 1]
    }
}

struct NoSuchLineError: Error, CustomStringConvertible {
    var section: Int
    var row: Int

    var description: String { "There is no book at \(section) \(row)" }
}
