import ModelDiagnostics
import ModelSchema
import SwiftNames

/// The names in Objective-C of what the class of an entity declares for Core Data.
///
/// Core Data finds members by these names, so they are those of the model, also where the names in Swift are adapted.
struct ObjectiveCNames {
    /// The methods without arguments that Core Data's documentation excludes as names of properties. `hashValue` exists
    /// in Swift only.
    private static let inherited = ManagedObjectMembers.managedObject.union(ManagedObjectMembers.object)
        .subtracting(["hashValue"])

    private struct Property {
        var name: String
        var path: SchemaPath
        var toMany: Relationship?

        /// The selectors of the accessors.
        var selectors: [String] {
            let part = SwiftIdentifier.upperFirst(name)
            var selectors = [name, "set\(part):"]
            guard let toMany else { return selectors }
            selectors += ["add\(part)Object:", "remove\(part)Object:", "add\(part):", "remove\(part):"]
            guard toMany.isOrdered else { return selectors }
            return selectors + [
                "insertObject:in\(part)AtIndex:", "removeObjectFrom\(part)AtIndex:", "insert\(part):atIndexes:",
                "remove\(part)AtIndexes:", "replaceObjectIn\(part)AtIndex:withObject:",
                "replace\(part)AtIndexes:with\(part):",
            ]
        }
    }

    /// The first property with each selector, among those of an entity and of its ancestors.
    private var owners: [String: Property] = [:]

    /// Reports the properties whose accessors have the same names as others of their entity or of its ancestors,
    /// because their class does not compile on Apple's platforms.
    ///
    /// O(*n*) in the size of the model: the names of ancestors are collected on the way down, and removed on the way
    /// up.
    static func check(_ model: ModelLookup, into diagnostics: inout [Diagnostic]) {
        enum Step {
            case enter(Entity)
            case leave(selectors: [String])
        }
        var names = ObjectiveCNames()
        var seen: Set<String> = []
        let roots = model.model.entities.filter { $0.parentName.flatMap { model.entity(named: $0) } == nil }
        var steps = roots.reversed().map { Step.enter($0) }
        while let step = steps.popLast() {
            switch step {
            case .leave(let selectors): for selector in selectors { names.owners[selector] = nil }
            case .enter(let entity):
                guard seen.insert(entity.name).inserted else { continue }
                // Without a class of its own, an entity declares nothing.
                let added = entity.className == nil ? [] : names.add(entity, into: &diagnostics)
                steps.append(.leave(selectors: added))
                steps += model.children(of: entity).reversed().map { Step.enter($0) }
            }
        }
    }

    /// Adds the selectors of an entity's own properties, and returns those that were free.
    private mutating func add(_ entity: Entity, into diagnostics: inout [Diagnostic]) -> [String] {
        let path = SchemaPath.entity(entity.name)
        var properties = entity.attributes.map { Property(name: $0.name, path: path.attribute($0.name)) }
        properties += entity.relationships.map { relationship in
            Property(
                name: relationship.name, path: path.relationship(relationship.name),
                toMany: relationship.isToMany ? relationship : nil)
        }
        properties += entity.fetchedProperties.map { property in
            Property(name: property.name, path: path.appending(.fetchedProperty, property.name))
        }
        var added: [String] = []
        for property in properties.sorted(by: { $0.name < $1.name }) {
            if Self.inherited.contains(property.name) {
                diagnostics.append(.objectiveCNameTaken(property.name, at: property.path))
            }
            if let selector = property.selectors.first(where: { owners[$0] != nil }), let other = owners[selector],
                other.name != property.name
            {
                diagnostics.append(.objectiveCNameTaken(selector, at: property.path, by: other.path))
            }
            for selector in property.selectors where owners[selector] == nil {
                owners[selector] = property
                added.append(selector)
            }
        }
        return added
    }
}

extension Diagnostic {
    /// A property with the name of a member of every managed object.
    fileprivate static func objectiveCNameTaken(_ name: String, at path: SchemaPath) -> Self {
        Diagnostic(
            .objectiveCNameTaken,
            "'\(path)' has the name that a method of every managed object has in Objective-C, so the class does not "
                + "compile on Apple's platforms",
            at: path.setting("name"), hint: "rename it, and set elementID=\"\(name)\" to keep the data")
    }

    /// A property with an accessor that another one has, too.
    fileprivate static func objectiveCNameTaken(_ selector: String, at path: SchemaPath, by other: SchemaPath) -> Self {
        Diagnostic(
            .objectiveCNameTaken,
            "'\(path)' and '\(other)' both need the method '\(selector)' in Objective-C, so the class does not compile "
                + "on Apple's platforms",
            at: path.setting("name"), notes: [.init("the other property is here", at: .schema(other.setting("name")))],
            hint: "rename one of them, and set its elementID to the old name to keep the data")
    }
}
