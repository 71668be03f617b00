import CoreData
import Foundation

guard let url = Bundle.module.url(forResource: "Shop", withExtension: "momd"),
    let model = NSManagedObjectModel(contentsOf: url)
else { fatalError("the model is not in the bundle") }
for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) {
    print(entity.name ?? "", entity.managedObjectClassName ?? "", entity.propertiesByName.keys.sorted())
}
print(Bundle.module.url(forResource: "ShopToShop2", withExtension: "cdm") != nil)
