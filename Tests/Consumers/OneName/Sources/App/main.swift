import ObjectGraph
import Orders
import Stock

let models: [ManagedObjectModel] = [.ordersModel, .stockModel]
print(models.map { "\($0.name): \($0.entities.map(\.name).joined(separator: " "))" }.joined(separator: ", "))
print(ordersEntities + stockEntities)
