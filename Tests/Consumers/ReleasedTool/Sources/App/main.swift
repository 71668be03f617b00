import Foundation

print(Bundle.module.url(forResource: "Superheroes", withExtension: "momd") != nil)
