import ObjectGraph

let tags = ManagedObjectModel.tags
