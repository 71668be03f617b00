import Foundation
import ObjectGraph

/// A hero in a universe, as generated code has it.
final class Hero: ManagedObject {
    var identifier: UUID {
        get { self[uuid: "identifier", at: 0] }
        set { self[uuid: "identifier", at: 0] = newValue }
    }
    var name: String {
        get { self[string: "name", at: 1] }
        set { self[string: "name", at: 1] = newValue }
    }
    var universe: Int32 {
        get { self[integer32: "universe", at: 2] }
        set { self[integer32: "universe", at: 2] = newValue }
    }
}

extension HeroAnswer {
    init(_ hero: Hero) { self.init(identifier: hero.identifier, name: hero.name, universe: hero.universe) }
}

enum HeroModel {
    /// The index fits a list: a universe, in the order of the names.
    static let model = ManagedObjectModel(
        Model(
            name: "Heroes",
            entities: [
                Entity(
                    name: "Hero",
                    attributes: [
                        Attribute(name: "identifier", type: .uuid), Attribute(name: "name", type: .string),
                        Attribute(name: "universe", type: .integer32),
                    ],
                    indexes: [
                        FetchIndex(
                            name: "byUniverse",
                            elements: ["universe", "name"].map {
                                FetchIndex.Element(propertyName: $0, order: .ascending)
                            })
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["identifier"])])
            ]),
        classes: ["Hero": Hero.self],
        keyPaths: { names in
            names.add([\.identifier, \.name, \.universe] as [PartialKeyPath<Hero>], named: "identifier name universe")
        })
}
