// swift-format-ignore-file
import CoreData

struct Book: Codable {
    var title: String
}

extension BookManagedObject {
    var book: Book {
        Book(title: self.value(forKey: "title") as? String ?? "")
    }

    #if canImport(ObjectiveC)
    @objc
    #endif
    @discardableResult class func emptyBook(in context: NSManagedObjectContext) -> BookManagedObject {
        BookManagedObject(context: context)
    }

    @discardableResult
    class func make(from book: Book, in context: NSManagedObjectContext) -> BookManagedObject {
        let object = BookManagedObject(context: context)
        object.setValue(book.title, forKey: "title")
        return object
    }
}
