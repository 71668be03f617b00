import ObjectGraph

let appModel = ManagedObjectModel.app
