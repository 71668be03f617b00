import ModelSchema

/// The members with `@NSManaged` that a class can declare, for which the style `coredata` supplies functions.
package struct ManagedMembers: Sendable {
    /// The types of each property, as sources write them without modules and spaces.
    package var properties: [String: [String]] = [:]
    /// The base names of the methods that change to-many relationships.
    package var methodNames: Set<String> = []
    /// The classes of the ancestors that have a class, from the nearest one.
    package var ancestorNames: [String] = []
}

extension NamedModel {
    /// The members by class; empty unless the sources declare classes with `@NSManaged`.
    package var managedMembers: [String: ManagedMembers] {
        let options = namer.options
        guard options.style == .coreData, options.accessorsModule == nil else { return [:] }
        var result: [String: ManagedMembers] = [:]
        for modelClass in namer.classes where !options.declaresProperties(of: modelClass.entity) {
            guard let item = CoreDataClass(modelClass.entity, in: lookup, namer: namer) else { continue }
            var members = ManagedMembers()
            for member in CoreDataAccessors(item: item, module: "", options: options).members {
                switch member {
                case .property(let name, let forms): members.properties[name] = forms.map(\.mangled.sourceText)
                case .method(let name, _): members.methodNames.insert(name)
                }
            }
            members.ancestorNames = lookup.ancestors(of: item.entity).compactMap { ancestor in
                ancestor.className == nil ? nil : namer.className(of: ancestor)
            }
            result[item.className] = members
        }
        return result
    }
}
