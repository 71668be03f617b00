import ModelSchema

/// Reads the entities of an archived model.
struct ArchivedEntityReader {
    private var attributes = ArchivedAttributeReader()
    private var fetches = ArchivedFetchReader()
    private var ownNotes: [String] = []
    /// The names of the properties of entities with children, by the number of the entity.
    private var namesOfParents: [Int: Set<String>] = [:]

    /// The parts that could not be read.
    var notes: [String] { ownNotes + attributes.notes + fetches.notes }
    var composites: [Composite] { attributes.composites }

    /// An entity with its own properties, by name.
    mutating func entity(_ value: ArchivedValue, named name: String) -> Entity {
        var entity = Entity(name: name)
        entity.representedClassName = value[.classNameForEntity]?.text
        entity.isAbstract = value[.isAbstract]?.boolean ?? false
        entity.parentName = value[.superentity]?[.entityName]?.text
        entity.renamingIdentifier = value.renamingIdentifier(of: name)
        entity.versionHashModifier = value[.versionHashModifier]?.text
        entity.userInfo = value.userInfo
        entity.uniquenessConstraints = lists(value[.uniqueTuples]).map { UniquenessConstraint($0) }
        let indexes = value[.fetchIndexDescriptions]?.elements ?? []
        let namesOfIndexed = indexes.map(Self.indexedAttributeName)
        entity.indexes = zip(indexes, namesOfIndexed).compactMap { $1 == nil ? index($0, of: name) : nil }
        // Newer compilers also write the indexes in an older form, for older systems.
        if indexes.isEmpty { entity.compoundIndexes = lists(value[.compoundIndexes]) }
        readProperties(of: value, into: &entity)
        // The only attribute of an index counts as indexed, too.
        guard !indexes.isEmpty else { return entity }
        let indexed = Set(namesOfIndexed.compactMap(\.self))
        for place in entity.attributes.indices {
            entity.attributes[place].isIndexed = indexed.contains(entity.attributes[place].name)
        }
        return entity
    }

    /// Models in stores list inherited properties with each entity; compiled models do not.
    private mutating func readProperties(of value: ArchivedValue, into entity: inout Entity) {
        let ancestors = namesOfAncestors(of: value)
        let properties = value[.properties]?.entries ?? []
        for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
            guard value.spend(ancestors.count) else { return }
            guard !ancestors.contains(where: { $0.contains(name) }) else { continue }
            // A name can be as long as the archive.
            let place = "\(entity.name.prefix(100))/\(name.prefix(100))"
            switch property.className {
            case "NSAttributeDescription", "NSDerivedAttributeDescription", "NSCompositeAttributeDescription":
                guard let attribute = attributes.attribute(property, named: name, at: place) else { continue }
                entity.attributes.append(attribute)
            case "NSRelationshipDescription":
                entity.relationships.append(relationship(property, named: name, at: place))
            case "NSFetchedPropertyDescription":
                guard let fetched = fetches.fetchedProperty(property, named: name, at: place) else { continue }
                entity.fetchedProperties.append(fetched)
            case let className:
                ownNotes.append("\(place): left out, because its class \(className ?? "") is unknown")
            }
        }
    }

    /// The names of the properties of each ancestor, nearest first.
    private mutating func namesOfAncestors(of value: ArchivedValue) -> [Set<String>] {
        var names: [Set<String>] = []
        var seen: Set<Int> = [value.node]
        var next = value[.superentity]
        while let parent = next, seen.insert(parent.node).inserted {
            if namesOfParents[parent.node] == nil {
                namesOfParents[parent.node] = Set((parent[.properties]?.entries ?? []).map(\.key))
            }
            names.append(namesOfParents[parent.node] ?? [])
            next = parent[.superentity]
        }
        return names
    }

    private mutating func relationship(_ value: ArchivedValue, named name: String, at place: String) -> Relationship {
        let maximum = Int(clamping: value[.maxCount]?.integer ?? 1)
        let number = value[.deleteRule]?.integer ?? 1
        let rule = Self.deleteRules[number]
        if rule == nil { ownNotes.append("\(place): the delete rule \(number) is unknown") }
        return Relationship(
            name: name, isOptional: value[.isOptional]?.boolean ?? false,
            isTransient: value[.isTransient]?.boolean ?? false,
            // A model that was created in code has -1 for no bound. It affects the hash, and is therefore kept.
            isToMany: maximum != 1, minimumCount: Int(clamping: value[.minCount]?.integer ?? 0),
            maximumCount: maximum,
            isOrdered: value[.isOrdered]?.boolean ?? false, deleteRule: rule ?? .nullify,
            destinationName: text(of: value, .destinationEntityName)
                ?? value[.destinationEntity]?[.entityName]?.text,
            inverseName: text(of: value, .inverseRelationshipName)
                ?? value[.inverseRelationship]?[.propertyName]?.text,
            renamingIdentifier: value.renamingIdentifier(of: name),
            versionHashModifier: value[.versionHashModifier]?.text,
            isIndexed: value[.isIndexed]?.boolean ?? false, userInfo: value.userInfo)
    }

    /// Source: the order of `NSDeleteRule` in Apple's documentation.
    private static let deleteRules: [Int64: DeleteRule] = [0: .noAction, 1: .nullify, 2: .cascade, 3: .deny]

    private func text(of value: ArchivedValue, _ key: ArchiveKey) -> String? {
        guard let name = value[key]?.text, !name.isEmpty else { return nil }
        return name
    }

    private func lists(_ value: ArchivedValue?) -> [[String]] {
        (value?.elements ?? []).map { list in
            (list.elements ?? []).compactMap { $0.text ?? $0[.propertyName]?.text }
        }
    }

    /// The attribute of an index that stands for the older setting of an attribute: it has no entity, and the name of
    /// the attribute.
    private static func indexedAttributeName(of index: ArchivedValue) -> String? {
        guard index[.entity] == nil, let elements = index[.indexElements]?.elements, elements.count == 1,
            let name = elements[0][.propertyName]?.text, index[.indexName]?.text == name
        else { return nil }
        return name
    }

    private mutating func index(_ value: ArchivedValue, of entityName: String) -> FetchIndex? {
        guard let name = value[.indexName]?.text else { return nil }
        let place = "\(entityName.prefix(100))/\(name.prefix(100))"
        var index = FetchIndex(name: name, elements: [])
        for element in value[.indexElements]?.elements ?? [] {
            guard let property = element[.propertyName]?.text else {
                ownNotes.append("\(place): the index is left out, because it is on an expression")
                return nil
            }
            index.elements.append(
                FetchIndex.Element(
                    propertyName: property,
                    kind: element[.fetchIndexElementType]?.integer == 1 ? .rTree : .binary,
                    order: element[.ascending]?.boolean == false ? .descending : .ascending))
        }
        if let predicate = value[.partialIndexPredicate] {
            guard let text = ArchivedPredicateReader().text(predicate) else {
                ownNotes.append("\(place): the index is left out, because its predicate cannot be read")
                return nil
            }
            index.partialIndexPredicate = text
        }
        return index
    }
}
