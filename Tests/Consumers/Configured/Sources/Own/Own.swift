import ObjectGraph

let ownModel = ManagedObjectModel.own
