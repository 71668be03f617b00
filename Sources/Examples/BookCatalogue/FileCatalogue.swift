import Foundation

/// The catalogue in a file: values in one section, in the order of the file.
struct FileCatalogue: Catalogue {
    let books: [Book]

    /// The catalogue that comes with the program.
    static func bundled() throws -> FileCatalogue {
        guard let url = Bundle.module.url(forResource: "catalog", withExtension: "json") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return FileCatalogue(books: try JSONDecoder().decode([Book].self, from: Data(contentsOf: url)))
    }

    var sectionCount: Int { 1 }
    func sectionName(at section: Int) -> String { "" }
    func bookCount(inSection section: Int) -> Int { books.count }
    func book(at indexPath: IndexPath) -> Book { books[indexPath[1]] }
}
