// swift-format-ignore-file
import CoreData

struct Book: Codable {
    var title: String
}

extension BookManagedObject {
    var book: Book {
        Book(title: self.value(forKey: #keyPath(title)) as? String ?? "")
    }

    @objc @discardableResult class func emptyBook(in context: NSManagedObjectContext) -> BookManagedObject {
        BookManagedObject(context: context)
    }

    @discardableResult
    class func make(from book: Book, in context: NSManagedObjectContext) -> BookManagedObject {
        let object = BookManagedObject(context: context)
        object.setValue(book.title, forKey: #keyPath(BookManagedObject.title))
        return object
    }
}
