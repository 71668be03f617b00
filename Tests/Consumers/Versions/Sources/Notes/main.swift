import ObjectGraph

let entity = ManagedObjectModel.notes.entities.first
print(entity?.attributes.map(\.name).sorted().joined(separator: " ") ?? "no entity")
