import ModelSchema
import SwiftNames

/// The statements that tell a program what the properties of a model are called, by the key paths to their accessors.
///
/// Statements of a function rather than of a closure, whose type the compiler would infer from all of them together.
struct KeyPathStatements {
    /// One a key path, in the order of the classes, superclasses first, and of the properties' names.
    let lines: [String]

    init(of model: ModelLookup, namer: SwiftNamer) {
        let classes = Dictionary(namer.classes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var lines: [String] = []
        for item in namer.classes {
            let className = namer.className(of: item.entity)
            // A key path belongs to the class it is written with, so a class repeats what it inherits.
            var next: ModelClass? = item
            var lineage: [ModelClass] = []
            while let current = next, !lineage.contains(where: { $0.name == current.name }) {
                lineage.insert(current, at: 0)
                next = current.superclassName.flatMap { classes[$0] }
            }
            for ancestor in lineage {
                lines += Self.accessors(of: ancestor.entity, in: model, namer: namer).map { accessor in
                    "names.add(\\\(className).\(accessor.name), \(SwiftLiteral.string(accessor.property)))"
                }
            }
        }
        self.lines = lines
    }

    private static func accessors(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer
    ) -> [(name: String, property: String)] {
        let attributes = entity.attributes.filter { AttributeTypeMapping.supports($0.type) }
            .sorted { $0.name < $1.name }
        let relationships = entity.relationships.filter { $0.destinationName.flatMap(model.entity(named:)) != nil }
            .sorted { $0.name < $1.name }
        let indexes = PropertyIndexes(of: entity, in: model)
        return attributes.flatMap { attribute -> [(name: String, property: String)] in
            let context = AttributeContext(attribute, of: entity, indexes: indexes, namer: namer)
            return ([context.name] + (context.wrapper.map { [$0.name] } ?? [])).map { ($0, attribute.name) }
        } + relationships.map { (namer.propertyName($0.name, of: entity), $0.name) }
    }
}
