import ObjectGraph

let models: [ManagedObjectModel] = [.one, .two, .three, .fourFive]
print(models.flatMap(\.entities).map(\.name).joined(separator: " "))
