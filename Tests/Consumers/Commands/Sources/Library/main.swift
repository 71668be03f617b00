import ObjectGraph

let container = try PersistentContainer(model: .library, store: .inMemory)
let book = Book(context: container.viewContext)
book.title = "Emma"
print(book.title)
