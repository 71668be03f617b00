import ObjectGraph

let shop = ManagedObjectModel.shop
