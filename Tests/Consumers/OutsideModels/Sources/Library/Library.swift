import ObjectGraph

let libraryModel = ManagedObjectModel.library
