import ModelSchema

extension SnapshotContext {
    /// The struct with the values of a Core Data object. It contains numbers as Swift types, and objects as the URIs of
    /// their identities, because Core Data's number and identity classes are not Codable.
    init(_ item: CoreDataClass, access: String, options: GenerationOptions) {
        let url = item.namer.type("URL", in: .foundation)
        var properties: [(name: String, property: Property)] = []
        for level in item.namer.inheritance.repeatedLineage(of: item.entity, in: item.lookup) {
            guard let item = CoreDataClass(level, in: item.lookup, namer: item.namer) else { continue }
            for attribute in level.attributes {
                let property = Property(attribute, of: item, options: options)
                if let property { properties.append((attribute.name, property)) }
            }
            for relationship in level.relationships {
                let property = Property(relationship, of: item, url: url, options: options)
                properties.append((relationship.name, property))
            }
        }
        self.init(
            item.entity, properties, objectID: (type: url, value: CoreDataTypeMapping.identity),
            isolation: options.isolation.modifier, namer: item.namer, access: access)
    }
}

extension SnapshotContext.Property {
    /// Nil if the type of the attribute cannot be part of a snapshot.
    fileprivate init?(_ attribute: Attribute, of item: CoreDataClass, options: GenerationOptions) {
        guard CoreDataTypeMapping.isSnapshotable(attribute.type) else { return nil }
        let accessor = CoreDataAttribute(attribute, of: item, options: options)
        documentation = []
        // Nothing is known about a hand-written enum, so the struct contains its stored value.
        let isGenerated = attribute.enumeration.flatMap { item.namer.cases(ofEnum: $0.typeName) } != nil
        if isGenerated, let wrapper = accessor.wrapper {
            (name, type, value) = (wrapper.name, wrapper.type, ".\(wrapper.name)")
            return
        }
        let mapping = CoreDataTypeMapping(attribute, namer: item.namer, options: options)
        let plain = mapping.plainValue(of: attribute, namer: item.namer)
        let mark = mapping.isOptional ? "?" : ""
        name = accessor.property.name
        type = plain.type + mark
        value = plain.property.map { ".\(accessor.property.name)\(mark).\($0)" } ?? ".\(accessor.property.name)"
    }

    /// The identities of the destinations. Those of an unordered relationship are sorted, so equal relationships have
    /// equal snapshots.
    fileprivate init(_ relationship: Relationship, of item: CoreDataClass, url: String, options: GenerationOptions) {
        let isOptional = options.optionality == .xcode || relationship.isOptional
        let mark = isOptional ? "?" : ""
        name = item.namer.propertyName(relationship.name, of: item.entity)
        documentation = []
        guard relationship.isToMany else {
            type = url + mark
            value = ".\(name)\(mark)\(CoreDataTypeMapping.identity)"
            return
        }
        type = "[\(url)]"
        let identity = "($0 as? \(item.types.managedObject))?\(CoreDataTypeMapping.identity)"
        let sorting = relationship.isOrdered ? "" : ".sorted { $0.absoluteString < $1.absoluteString }"
        value = ".\(name)\(mark).compactMap { \(identity) }\(sorting)" + (isOptional ? " ?? []" : "")
    }
}
