import ObjectGraph

/// What this library keeps, for the store that the program opens.
public let ordersEntities: [String] = ManagedObjectModel.ordersModel.entities.map(\.name)
