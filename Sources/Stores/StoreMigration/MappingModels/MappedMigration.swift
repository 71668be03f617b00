import ColumnEngine
import Foundation
import MappingModels
import ModelExpressions
import ModelSchema

/// Creates a graph of a newer model from one of an older version, object by object, as a mapping model says.
///
/// Every mapping creates an object for each object of its older entity, without those of descendants. When all objects
/// exist, the mappings link them. As in Core Data, setting one side of a relationship sets the other.
struct MappedMigration {
    /// An object that a mapping has created.
    private struct Created {
        var source: ObjectReference
        var destination: ObjectReference
        var values: [AttributeValue]
        /// The destinations that the mapping specifies, by the index of the relationship.
        var links: [Int: [ObjectReference]] = [:]
    }

    private let mappingModel: MappingModel
    private let old: ManagedObjectModel
    private let new: ManagedObjectModel
    private let source: GraphSnapshot
    /// By the name of the class in the mapping model.
    private let policies: [String: EntityMigrationPolicy]
    private let accepted: Set<String>
    private let progress: (String, Int) -> Void
    private let layout: GraphLayout
    private let evaluator: PredicateEvaluator<MappedSource>

    private var obstacles = ObstacleList([])
    private var report = MigrationReport()
    /// The created objects, by mapping and in its order.
    private var created: [String: [Created]] = [:]
    /// The objects that each older object has become, by mapping.
    private var destinationsByMapping: [String: [ObjectReference: [ObjectReference]]] = [:]
    /// The objects that each older object has become, in the order of the mappings.
    private(set) var destinations: [ObjectReference: [ObjectReference]] = [:]
    /// The used numbers, by the root of the hierarchy.
    private var usedNumbers: [String: Set<Int64>] = [:]
    /// The last assigned numbers, by the root of each hierarchy of the newer model.
    private(set) var lastNumbers: [String: Int64] = [:]

    /// - Parameters:
    ///   - source: The graph, completely in memory.
    ///   - old: The model of the graph.
    ///   - stage: The model of the new graph, and the policies.
    ///   - mappingModel: The mapping model of the stage.
    ///   - droppedElements: As ``MigrationOptions/droppedElements``.
    ///   - lastNumbers: The last assigned numbers, by the root of each hierarchy of the older model.
    ///   - progress: Receives the entity, and the number of its processed objects.
    init(
        of source: GraphSnapshot, from old: ManagedObjectModel, to stage: MigrationStage, by mappingModel: MappingModel,
        droppedElements: Set<String>, lastNumbers: [String: Int64], progress: @escaping (String, Int) -> Void
    ) {
        self.mappingModel = mappingModel
        self.old = old
        new = stage.model
        self.source = source
        policies = stage.policies
        accepted = droppedElements
        self.progress = progress
        layout = GraphLayout(model: stage.model, storeIdentifier: source.layout.storeIdentifier)
        evaluator = PredicateEvaluator(source: MappedSource(snapshot: source), now: Date())
        // A new number is above all numbers that any older object has had.
        let last = lastNumbers.values.max() ?? 0
        for entity in new.entities { self.lastNumbers[entity.rootName] = last }
    }

    /// The names in the newer model of the entities that continue, by their older names.
    var newNames: [String: String] {
        let pairs = mappings.compactMap { mapping in
            mapping.sourceEntityName.flatMap { old in mapping.destinationEntityName.map { (old, $0) } }
        }
        var taken: Set<String> = []
        let unique = pairs.filter { taken.insert($0.1).inserted }
        return Dictionary(unique, uniquingKeysWith: { first, _ in first })
    }

    /// The graph of the newer model, and the report of the changes.
    ///
    /// - Throws: ``MigrationError``, or the error of a policy or an expression.
    mutating func run() throws -> (snapshot: GraphSnapshot, report: MigrationReport) {
        checkHashes()
        try obstacles.check()
        for mapping in mappings { try createObjects(of: mapping) }
        countUnmapped()
        for mapping in mappings { try link(mapping) }
        let snapshot = try snapshot()
        try obstacles.check()
        return (snapshot, report)
    }

    /// The mappings that create objects.
    private var mappings: [MappingModel.EntityMapping] {
        mappingModel.entityMappings.filter {
            $0.sourceEntityName != nil && $0.destinationEntityName != nil && $0.mappingType != .removed
        }
    }

    // MARK: Checks of the models

    private mutating func checkHashes() {
        for mismatch in mappingModel.mismatches(from: old.schema, to: new.schema) {
            let version = mismatch.isSourceEntity ? "older" : "newer"
            obstacles.addOfModels(
                .staleMapping, mismatch.entityName,
                mismatch.entityExists
                    ? "the mapping '\(mismatch.mappingName)' was made for another revision of the entity in the "
                        + "\(version) version"
                    : "the mapping '\(mismatch.mappingName)' names it, but the \(version) version has no such entity",
                "compile the mapping model again, or correct it")
        }
        for mapping in mappings where mapping.mappingType == .custom {
            guard let name = mapping.entityMigrationPolicyClassName, policies[name] == nil else { continue }
            obstacles.addOfModels(
                .missingPolicy, mapping.destinationEntityName ?? "",
                "the mapping '\(mapping.name)' uses the policy '\(name)', which is not known here",
                "migrate the store in the program, with a policy of this name in the stage")
        }
    }

    /// Objects that no mapping applies to would be dropped.
    private mutating func countUnmapped() {
        let removed = Set(
            mappingModel.entityMappings.filter { $0.destinationEntityName == nil }.compactMap(\.sourceEntityName))
        let mapped = Set(mappings.compactMap(\.sourceEntityName))
        for (table, entity) in source.layout.entities.enumerated() {
            let count = source.tables[table].count
            guard count > 0, !mapped.contains(entity.name) else { continue }
            report.entities.append(
                MigrationReport.Entity(oldName: entity.name, newName: nil, objectCount: count, changes: []))
            guard !removed.contains(entity.name), !accepted.contains(entity.name) else { continue }
            obstacles.add(
                .dataLoss, entity.name, count, "no mapping applies to them, so they would be dropped",
                "add '\(entity.name)' to the dropped elements, or a mapping to the mapping model")
        }
    }

    // MARK: Objects

    private mutating func createObjects(of mapping: MappingModel.EntityMapping) throws {
        guard let before = mapping.sourceEntityName.flatMap({ old.entitiesByName[$0] }),
            let after = mapping.destinationEntityName.flatMap({ new.entitiesByName[$0] }), !after.isAbstract,
            let table = source.layout.ordinal(ofEntityNamed: before.name),
            let newTable = layout.ordinal(ofEntityNamed: after.name)
        else { return }
        let predicate = try mapping.sourcePredicate.map { try ModelPredicate(format: $0) }
        let expressions = Dictionary(
            mapping.attributeMappings.map { ($0.name, $0.valueExpression) }, uniquingKeysWith: { first, _ in first })
        let moved = MovedComposites(from: before, to: after, by: expressions)
        let hasPolicy = mapping.entityMigrationPolicyClassName.map { policies[$0] != nil } ?? false
        var objects: [Created] = []
        for chunk in source.tables[table].chunks {
            for index in 0..<chunk.count {
                let row = Row(chunk, index)
                if let predicate, try !evaluator.evaluate(predicate, on: .object(row.reference)) { continue }
                let reference = ObjectReference(entity: newTable, number: number(for: row.reference, of: after))
                var values = DestinationValues(
                    try after.attributes.indices.map { place in
                        if let found = moved.value(at: place, of: row) { return found }
                        let expression = expressions[after.attributes[place].name] ?? nil
                        return try value(at: place, of: after, expression, row, before)
                    }, of: after)
                if !hasPolicy { countIncompatible(moved, row) }
                if let policy = mapping.entityMigrationPolicyClassName.flatMap({ policies[$0] }) {
                    try policy.migrate(SourceObject(row, of: before, in: source), &values)
                }
                countMissing(values.values, of: after)
                countMissingMembers(in: values.values, of: after, moved, row)
                objects.append(Created(source: row.reference, destination: reference, values: values.values))
                destinationsByMapping[mapping.name, default: [:]][row.reference, default: []].append(reference)
                destinations[row.reference, default: []].append(reference)
            }
            progress(after.name, chunk.count)
        }
        created[mapping.name] = objects
        guard !objects.isEmpty else { return }
        let changes = (mapping.attributeMappings + mapping.relationshipMappings).compactMap { property in
            Self.change(of: property)
        }
        report.entities.append(
            MigrationReport.Entity(
                oldName: before.name, newName: after.name, objectCount: objects.count,
                changes: changes.sorted()
                    + (mapping.mappingType == .custom ? ["a migration policy is applied to each"] : [])))
    }

    /// What a mapping says of a property, unless the value stays.
    private static func change(of property: MappingModel.PropertyMapping) -> String? {
        guard let value = property.valueExpression else { return nil }
        if value == .keyPath(ModelKeyPath([.key(property.name)]), of: .variable(MappingSelector.source)) { return nil }
        if case .methodCall(_, _, let arguments) = value, arguments.count == 2 {
            let path = ModelExpression.keyPath(
                ModelKeyPath([.key(property.name)]), of: .variable(MappingSelector.source))
            return arguments[1] == path ? nil : "\(property.name): from \(arguments[1])"
        }
        return "\(property.name): \(value)"
    }

    /// The number of a new object: that of the older one, unless another object of the hierarchy already has it.
    private mutating func number(for reference: ObjectReference, of entity: EntityDescription) -> Int64 {
        let root = entity.rootName
        if usedNumbers[root, default: []].insert(reference.number).inserted {
            lastNumbers[root] = max(lastNumbers[root] ?? 0, reference.number)
            return reference.number
        }
        let number = (lastNumbers[root] ?? 0) + 1
        lastNumbers[root] = number
        usedNumbers[root, default: []].insert(number)
        return number
    }

    private mutating func value(
        at place: Int, of entity: EntityDescription, _ expression: ModelExpression?, _ row: Row,
        _ before: EntityDescription
    ) throws -> AttributeValue {
        let attribute = entity.attributes[place]
        guard !attribute.isTransient, !attribute.isDerived else { return .null }
        let defaultValue = entity.defaultValues[place]
        guard let expression else { return defaultValue }
        let found = try self.value(of: expression, as: attribute, entity, row, before)
        // A newly required attribute starts with the default value (rule MIG-13).
        return found.isNull && !attribute.isOptional ? defaultValue : found
    }

    private mutating func value(
        of expression: ModelExpression, as attribute: Attribute, _ entity: EntityDescription, _ row: Row,
        _ before: EntityDescription
    ) throws -> AttributeValue {
        // A value that only moves keeps its exact form, also one that predicates cannot represent.
        if case .keyPath(let path, of: .variable(MappingSelector.source)) = expression, path.components.count == 1,
            let index = before.attributes.firstIndex(where: { $0.name == path.description }),
            before.attributes[index].type == attribute.type
        {
            return row.value(at: index)
        }
        let value = try evaluator.evaluate(expression.ofEvaluatedObject, on: .object(row.reference))
        let converted = AttributeValue(derived: value, as: attribute.type)
        if converted.isNull, !value.isNull {
            obstacles.add(
                .incompatibleType, entity.elementName(attribute.name, in: new), 1,
                "the expression gives \(value.kind), which is not a \(attribute.type.rawValue)",
                "correct the expression in the mapping model")
        }
        return converted
    }

    private mutating func countMissing(_ values: [AttributeValue], of entity: EntityDescription) {
        for (attribute, value) in zip(entity.attributes, values)
        where value.isNull && !attribute.isOptional && !attribute.isTransient && !attribute.isDerived {
            obstacles.add(
                .missingValue, entity.elementName(attribute.name, in: new), 1, "a required value is missing",
                "make the attribute optional, or give it a default value")
        }
    }

    /// Counts the required members that composites lack. An object that already lacked a required member is not an
    /// obstacle.
    private mutating func countMissingMembers(
        in values: [AttributeValue], of entity: EntityDescription, _ moved: MovedComposites, _ row: Row
    ) {
        for (place, attribute) in entity.attributes.enumerated() where attribute.type == .composite {
            let missing = entity.missingMembers(of: values[place], attribute)
            guard !missing.isEmpty else { continue }
            let known = moved.missingMembers(at: place, of: row)
            for path in missing where !known.contains(path) {
                obstacles.add(
                    .missingValue, "\(entity.elementName(attribute.name, in: new)).\(path)", 1,
                    "a required value is missing",
                    "make the attribute of the composite optional, or give it a default value")
            }
        }
    }

    /// Counts composites that cannot be moved.
    private mutating func countIncompatible(_ moved: MovedComposites, _ row: Row) {
        for name in moved.incompatibleNames(in: row) {
            let elementName = moved.old.elementName(name, in: old)
            guard !accepted.contains(elementName) else { continue }
            obstacles.add(
                .incompatibleType, elementName, 1,
                "the newer composite lacks members, or has members of other types, so the value is not moved",
                """
                keep the members, convert the values in a migration policy, or add '\(elementName)' to the dropped \
                elements
                """)
        }
    }

    // MARK: Links

    private mutating func link(_ mapping: MappingModel.EntityMapping) throws {
        guard let after = mapping.destinationEntityName.flatMap({ new.entitiesByName[$0] }) else { return }
        for property in mapping.relationshipMappings {
            guard let relationship = after.relationship(named: property.name), !relationship.schema.isTransient,
                let expression = property.valueExpression
            else { continue }
            let family = new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
            let possible = Set(family.compactMap { layout.ordinal(ofEntityNamed: $0) })
            for place in (created[mapping.name] ?? []).indices {
                guard let object = created[mapping.name]?[place] else { continue }
                var seen: Set<ObjectReference> = []
                let all = try destinations(of: expression, object.source).filter { seen.insert($0).inserted }
                let fitting = all.filter { possible.contains($0.entityOrdinal) }
                if fitting.count < all.count {
                    obstacles.add(
                        .incompatibleDestination, after.elementName(property.name, in: new), 1,
                        "it points to objects that are not of '\(relationship.destinationName)'",
                        "correct the expression in the mapping model")
                }
                created[mapping.name]?[place].links[relationship.index] = fitting
            }
        }
    }

    /// Returns the destination objects that the expression of a relationship specifies.
    private func destinations(
        of expression: ModelExpression, _ reference: ObjectReference
    ) throws -> [ObjectReference] {
        guard case .methodCall(.variable(MappingSelector.manager), let selector, let arguments) = expression,
            arguments.count == 2, case .constant(.string(let name)) = arguments[0]
        else { return try references(of: expression, reference).flatMap { destinations[$0] ?? [] } }
        let sources = try references(of: arguments[1], reference)
        switch selector {
        case MappingSelector.destinationsOfMapping:
            return sources.flatMap { destinationsByMapping[name]?[$0] ?? [] }
        case MappingSelector.destinationsOfRelationship: return sources.flatMap { destinations[$0] ?? [] }
        default: throw UnknownMappingCallError(selector: selector)
        }
    }

    /// Returns the source objects that an expression specifies.
    private func references(of expression: ModelExpression, _ reference: ObjectReference) throws -> [ObjectReference] {
        if case .keyPath(let path, of: .variable(MappingSelector.source)) = expression, path.hasOperator {
            return try evaluator.source.references(at: path, from: reference)
        }
        return try evaluator.evaluate(expression.ofEvaluatedObject, on: .object(reference)).members.flatMap {
            member -> [ObjectReference] in
            switch member {
            case .object(let found): [found]
            case .many(let found): found.compactMap { if case .object(let object) = $0 { object } else { nil } }
            default: []
            }
        }
    }

    // MARK: The graph

    private mutating func snapshot() throws -> GraphSnapshot {
        let sorted = Dictionary(grouping: created.values.flatMap { $0 }, by: \.destination.entityOrdinal)
            .mapValues { $0.sorted { $0.destination < $1.destination } }
        let links = allLinks()
        var loader = GraphLoader(layout: layout)
        for (table, entity) in layout.entities.enumerated() {
            guard let objects = sorted[table] else { continue }
            for start in stride(from: 0, to: objects.count, by: GraphLoader.chunkCapacity) {
                let part = objects[start..<min(start + GraphLoader.chunkCapacity, objects.count)]
                loader.append(contents(of: part, entity, links), toEntityAt: table)
            }
        }
        let snapshot = try loader.finish(
            in: layout,
            remedy: "correct the mapping model, or remove one of the links with the older version of the model")
        countMissingDestinations(in: snapshot)
        var check = GraphMigration(of: source, from: old, to: MigrationStage(to: new), droppedElements: accepted)
        check.obstacles = obstacles
        try check.countDuplicates(in: snapshot)
        obstacles = check.obstacles
        return snapshot
    }

    private struct Place: Hashable {
        var object: ObjectReference
        var relationship: Int
    }

    /// The destinations of all relationships, from both sides.
    private func allLinks() -> [Place: [ObjectReference]] {
        var links: [Place: [ObjectReference]] = [:]
        let objects = created.values.flatMap { $0 }.sorted { $0.destination < $1.destination }
        for object in objects {
            for (relationship, destinations) in object.links {
                links[Place(object: object.destination, relationship: relationship)] = destinations
            }
        }
        // An object can have many destinations, among which each new one must be looked for.
        var known: [Place: Set<ObjectReference>] = [:]
        for object in objects {
            let entity = layout.entities[object.destination.entityOrdinal]
            for (index, destinations) in object.links.sorted(by: { $0.key < $1.key }) {
                guard let inverse = entity.relationships[index].inverseIndex else { continue }
                for destination in destinations {
                    let place = Place(object: destination, relationship: inverse)
                    if known[place] == nil { known[place] = Set(links[place] ?? []) }
                    if known[place]?.insert(object.destination).inserted == true {
                        links[place, default: []].append(object.destination)
                    }
                }
            }
        }
        return links
    }

    private mutating func contents(
        of objects: ArraySlice<Created>, _ entity: EntityDescription, _ all: [Place: [ObjectReference]]
    ) -> RowContents {
        var columns = entity.attributes.map { Column(for: $0.type) }
        for object in objects {
            for index in columns.indices { columns[index].append(object.values[index]) }
        }
        var links: [LinkColumn] = []
        for relationship in entity.relationships {
            guard relationship.isStored else {
                links.append(
                    relationship.isToMany ? .toMany([]) : .toOne(Array(repeating: .none, count: objects.count)))
                continue
            }
            var rows: [[ObjectReference]] = []
            for object in objects {
                let found = all[Place(object: object.destination, relationship: relationship.index)] ?? []
                rows.append(relationship.isOrdered ? found : found.sorted())
                guard !relationship.isToMany, found.count > 1 else { continue }
                obstacles.add(
                    .multipleDestinations, entity.elementName(relationship.name, in: new), 1,
                    "it points to several objects, but can point to only one", "correct the mapping model")
            }
            links.append(
                relationship.isToMany
                    ? .toMany(rows.map { ReferenceList($0) }) : .toOne(rows.map { $0.first ?? .none }))
        }
        return RowContents(references: objects.map(\.destination), columns: columns, links: links)
    }

    private mutating func countMissingDestinations(in snapshot: GraphSnapshot) {
        for (table, entity) in layout.entities.enumerated() {
            for relationship in entity.relationships
            where relationship.isRequired && !relationship.isToMany && !relationship.schema.isTransient {
                for chunk in snapshot.tables[table].chunks {
                    let column = chunk.contents.links[relationship.index]
                    obstacles.add(
                        .missingDestination, entity.elementName(relationship.name, in: new),
                        (0..<chunk.count).count { column[$0].isEmpty }, "a required destination is missing",
                        "make the relationship optional, or give it an expression in the mapping model")
                }
            }
        }
    }
}

/// A call in an expression of a mapping model that the migration cannot carry out.
struct UnknownMappingCallError: Error, CustomStringConvertible {
    let selector: String

    var description: String {
        "the mapping model calls '\(selector)', which only a program on Apple's platforms can carry out"
    }
}
