import ObjectGraph

/// What this library keeps, for the store that the program opens.
public let stockEntities: [String] = ManagedObjectModel.stockModel.entities.map(\.name)
