import ObjectGraph

// Conversion between a stored book and a value.
extension BookManagedObject {
    convenience init(context: ManagedObjectContext, book: Book) {
        self.init(context: context, author: book.author, genre: book.genre, title: book.title)
        year = Int16(clamping: book.year)
    }

    var book: Book { Book(title: title, author: author, genre: genre, year: Int(year)) }
}
