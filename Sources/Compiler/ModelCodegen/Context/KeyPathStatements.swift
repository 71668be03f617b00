import ModelSchema
import SwiftNames

/// The statements that register the names of a model's properties by the key paths of their accessors.
///
/// The statements are in a function, because the compiler would infer the type of a closure from all statements
/// together.
struct KeyPathStatements {
    /// One statement for each class, superclasses first, with key paths by the names of the properties.
    let lines: [String]

    /// A class with the entity that has all its declarations.
    private struct DeclaredClass {
        let name: String
        let superclassName: String?
        let entity: Entity
    }

    init(of model: ModelLookup, namer: SwiftNamer) {
        self.init(
            namer.classes.map { DeclaredClass(name: $0.name, superclassName: $0.superclassName, entity: $0.entity) },
            in: model, namer: namer)
    }

    /// The statements for classes in Xcode's form, where a class has the properties of the entities whose classes it
    /// inherits from.
    init(of coreDataClasses: [CoreDataClass], in model: ModelLookup, namer: SwiftNamer) {
        self.init(
            coreDataClasses.map {
                DeclaredClass(name: $0.className, superclassName: $0.superclassName, entity: $0.entity)
            }, in: model, namer: namer)
    }

    private init(_ declared: [DeclaredClass], in model: ModelLookup, namer: SwiftNamer) {
        let classes = Dictionary(declared.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        lines = declared.flatMap { item -> [String] in
            // A key path belongs to the class in its root, so a class repeats inherited properties, unless there are
            // too many.
            var next: DeclaredClass? = item
            var lineage: [DeclaredClass] = []
            let isRepeated = namer.inheritance.isRepeated(in: item.entity)
            while let current = next, isRepeated || lineage.isEmpty,
                !lineage.contains(where: { $0.name == current.name })
            {
                lineage.insert(current, at: 0)
                next = current.superclassName.flatMap { classes[$0] }
            }
            let accessors = lineage.flatMap { Self.accessors(of: $0.entity, in: model, namer: namer) }
            guard !accessors.isEmpty else { return [] }
            return Self.statement(
                namer.className(of: item.entity), accessors, partialKeyPath: namer.type("PartialKeyPath", in: .swift))
        }
    }

    private static func statement(
        _ className: String, _ accessors: [(name: String, property: String)], partialKeyPath: String
    ) -> [String] {
        // Names are identifiers, so a space can separate them.
        var names = SwiftLiteral.words(accessors.map(\.property), width: 100)
        names[0] = "named: " + names[0]
        names = names.map { "    " + $0 }
        names[names.count - 1] += ")"
        // Here, the name of the class can only be a type, even if an entity has the name of a variable.
        return ["names.add(", "    ["] + accessors.map { "        \\.\($0.name)," }
            + ["    ] as [\(partialKeyPath)<\(className)>],"] + names
    }

    private static func accessors(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer
    ) -> [(name: String, property: String)] {
        let attributes = entity.attributes.filter { AttributeTypeMapping.supports($0.type) }
            .sorted { $0.name < $1.name }
        let relationships = entity.relationships.filter { $0.destinationName.flatMap(model.entity(named:)) != nil }
            .sorted { $0.name < $1.name }
        return attributes.flatMap { attribute -> [(name: String, property: String)] in
            let names = namer.accessorNames(of: attribute, of: entity)
            return [names.value, names.wrapper].compactMap(\.self).map { ($0, attribute.name) }
        } + relationships.map { (namer.propertyName($0.name, of: entity), $0.name) }
    }
}
