import Foundation
import JSONStore
import ObjectGraph

// The program's own, as internal as the code that is generated for a program.
enum Channel: String { case phone, web }

// Saves a customer with an order on the first run, and finds them on the second.
let container = try PersistentContainer(
    model: .shop, store: .json(at: URL(filePath: CommandLine.arguments[1])))
let context = container.viewContext
if let customer = try context.fetch(Customer.fetchRequest()).first, let order = customer.orders.first {
    let status = order.status.map { "\($0)" } ?? "unknown"
    let channel = order.channel.map { "\($0)" } ?? "unknown"
    print("found \(customer.name) with an order of \(order.total), \(status), by \(channel)")
} else {
    let customer = Customer(context: context)
    customer.id = UUID()
    customer.name = "Ada"
    let order = Order(context: context)
    order.placed = Date(timeIntervalSinceReferenceDate: 0)
    order.total = 12.5
    order.status = .paid
    order.channel = .web
    customer.addToOrders(order)
    try context.save()
    print("saved \(customer.name)")
}
