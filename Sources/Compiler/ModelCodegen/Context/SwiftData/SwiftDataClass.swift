import ModelSchema
import SwiftNames

/// The class of an entity in SwiftData code, with its names.
struct SwiftDataClass: Sendable {
    let entity: Entity
    let expressed: ExpressedModel
    let namer: SwiftNamer
    /// The own attributes whose values are unique.
    let uniqueAttributeNames: Set<String>
    /// The names of the own and inherited properties.
    let memberNames: Set<String>
    /// The constraints that SwiftData can have.
    private let constraints: [UniquenessConstraint]

    var lookup: ModelLookup { expressed.source }

    init(_ entity: Entity, in expressed: ExpressedModel, namer: SwiftNamer) {
        self.entity = entity
        self.expressed = expressed
        self.namer = namer
        let lookup = expressed.source
        memberNames = ([entity] + lookup.ancestors(of: entity)).reduce(into: []) { names, entity in
            names.formUnion(entity.attributes.map(\.name))
            names.formUnion(entity.relationships.map(\.name))
        }
        let constraints = entity.uniquenessConstraints.filter { Self.isExpressible($0, of: entity, in: lookup) }
        self.constraints = constraints
        uniqueAttributeNames = Set(constraints.compactMap { Self.uniqueAttribute($0, of: entity) })
    }

    /// The name of the class, which is the name of the entity in SwiftData.
    static func entityName(of entity: Entity, namer: SwiftNamer) -> String {
        namer.className(of: entity).filter { $0 != "`" }
    }

    /// Whether SwiftData can have a constraint: on attributes and to-one relationships, and not on parts of composites.
    static func isExpressible(_ constraint: UniquenessConstraint, of entity: Entity, in lookup: ModelLookup) -> Bool {
        !constraint.propertyNames.isEmpty
            && constraint.propertyNames.allSatisfy { name in
                if let attribute = lookup.attribute(named: name, of: entity) {
                    return SwiftDataTypeMapping.supports(attribute.type) && !attribute.isTransient
                }
                return lookup.relationship(named: name, of: entity).map { !$0.isToMany && !$0.isTransient } ?? false
            }
    }

    /// The own attribute that a constraint makes unique by itself; nil if the constraint has more properties.
    private static func uniqueAttribute(_ constraint: UniquenessConstraint, of entity: Entity) -> String? {
        guard constraint.propertyNames.count == 1, let name = constraint.propertyNames.first,
            entity.attribute(named: name) != nil
        else { return nil }
        return name
    }

    /// The constraints on other properties, as lists of key paths.
    var uniquenessLists: [String] {
        constraints.filter { Self.uniqueAttribute($0, of: entity) == nil }.map { keyPaths($0.propertyNames) }
    }

    /// The indexes that SwiftData can have, as arguments of its macro.
    var indexArguments: [String] {
        let lists = FetchIndexes(of: entity, in: lookup)
        let trees = lists.rTrees
        guard !trees.isEmpty else { return lists.binary.map(keyPaths) }
        return lists.binary.map { ".binary(\(keyPaths($0)))" } + trees.map { ".rtree(\(keyPaths($0)))" }
    }

    /// A list of key paths to own and inherited properties.
    private func keyPaths(_ names: [String]) -> String {
        let paths = names.map { name in
            let owner = ([entity] + lookup.ancestors(of: entity)).first {
                $0.attribute(named: name) != nil || $0.relationship(named: name) != nil
            }
            return "\\." + namer.storedMemberName(name, of: owner ?? entity)
        }
        return "[\(paths.joined(separator: ", "))]"
    }
}

/// The indexes of an entity that SwiftData can have.
struct FetchIndexes {
    /// The properties of each index, each list once, in the order of the file.
    private(set) var binary: [[String]] = []
    /// The properties of each spatial index.
    private(set) var rTrees: [[String]] = []

    init(of entity: Entity, in lookup: ModelLookup) {
        var seen: Set<[String]> = []
        func isIndexable(_ name: String) -> Bool {
            lookup.attribute(named: name, of: entity).map {
                SwiftDataTypeMapping.supports($0.type) && $0.type != .composite && !$0.isTransient
            } ?? (lookup.relationship(named: name, of: entity).map { !$0.isToMany && !$0.isTransient } ?? false)
        }
        for index in entity.indexes where index.partialIndexPredicate == nil {
            let names = index.elements.compactMap(\.propertyName)
            guard !names.isEmpty, names.count == index.elements.count, names.allSatisfy(isIndexable) else { continue }
            let isTree = index.elements.allSatisfy { $0.kind == .rTree }
            guard isTree || index.elements.allSatisfy({ $0.kind == .binary }), seen.insert(names).inserted else {
                continue
            }
            if isTree { rTrees.append(names) } else { binary.append(names) }
        }
        for names in entity.compoundIndexes + entity.attributes.filter(\.isIndexed).map({ [$0.name] })
        where !names.isEmpty && names.allSatisfy(isIndexable) && seen.insert(names).inserted {
            binary.append(names)
        }
    }
}
