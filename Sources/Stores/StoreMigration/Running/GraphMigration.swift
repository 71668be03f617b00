package import ColumnEngine
import ModelSchema

/// Creates a graph of a newer model from one of an older version, column by column.
///
/// It counts the obstacles of all objects first, so it can report all of them at once.
package struct GraphMigration {
    let mapping: ModelMapping
    let source: GraphSnapshot
    let policies: [String: EntityMigrationPolicy]
    /// The new graph.
    let layout: GraphLayout
    /// By the table of the older graph; nil if objects are dropped.
    let newTables: [Int?]
    /// Whether every object keeps its reference, so that columns of links can be shared.
    let keepsReferences: Bool
    let accepted: Set<String>
    private let progress: (String, Int) -> Void

    var obstacles: ObstacleList
    var report = MigrationReport()
    /// Links that only the other side contains, by the table and the relationship of the newer graph.
    var addedLinks: [RelationshipPlace: [ObjectReference: [ObjectReference]]] = [:]
    /// The destinations of a relationship that can point back to only one object.
    var claimed: [RelationshipPlace: Set<ObjectReference>] = [:]

    /// Columns in which every row has one value, which chunks share.
    private var constantColumns: [ConstantColumn: Column] = [:]

    /// The key of a column with one value for all rows.
    private struct ConstantColumn: Hashable {
        var entityName: String
        var attributeName: String
        var count: Int
    }

    /// A relationship of the objects of a table.
    struct RelationshipPlace: Hashable {
        var table: Int
        var index: Int
    }

    /// - Parameters:
    ///   - source: The graph, completely in memory.
    ///   - old: The model of the graph.
    ///   - stage: The model of the new graph, and the policies.
    ///   - droppedElements: As ``MigrationOptions/droppedElements``.
    ///   - progress: Receives the entity, and the number of its processed objects.
    package init(
        of source: GraphSnapshot, from old: ManagedObjectModel, to stage: MigrationStage, droppedElements: Set<String>,
        progress: @escaping (String, Int) -> Void = { _, _ in }
    ) {
        self.source = source
        policies = stage.policies
        accepted = droppedElements
        self.progress = progress
        let mapping = ModelMapping(from: old, to: stage.model)
        self.mapping = mapping
        let layout = GraphLayout(model: stage.model, storeIdentifier: source.layout.storeIdentifier)
        self.layout = layout
        let newTables = source.layout.entities.map { entity in
            mapping.entities[entity.name].flatMap { layout.ordinal(ofEntityNamed: $0.new.name) }
        }
        self.newTables = newTables
        keepsReferences = newTables.indices.allSatisfy { newTables[$0] == $0 || source.tables[$0].count == 0 }
        obstacles = ObstacleList(mapping.obstacles)
    }

    /// The graph of the newer model, and the report of the changes.
    ///
    /// - Throws: ``MigrationError``, or the error of a policy.
    package mutating func run() throws -> (snapshot: GraphSnapshot, report: MigrationReport) {
        checkHierarchies()
        collectAddedLinks()
        var loader = GraphLoader(layout: layout)
        for (table, entity) in source.layout.entities.enumerated() {
            guard let mapping = mapping.entities[entity.name], let newTable = newTables[table] else {
                drop(entity, count: source.tables[table].count)
                continue
            }
            let count = source.tables[table].count
            var rows = RowCollection(of: mapping.new, count: count)
            for chunk in source.tables[table].chunks {
                var contents = try migrated(chunk.contents, mapping, to: newTable)
                if let policy = policies[mapping.new.name] {
                    contents = try applied(policy, to: contents, of: chunk, mapping)
                }
                rows.append(contents)
                progress(mapping.new.name, contents.count)
            }
            rows.finish()
            for contents in rows.chunks {
                countMissingValues(in: contents, mapping)
                loader.append(contents, toEntityAt: newTable)
            }
            guard count > 0 else { continue }
            report.entities.append(
                MigrationReport.Entity(mapping, objectCount: count, hasPolicy: policies[mapping.new.name] != nil))
        }
        let snapshot = try loader.finish(
            in: layout, remedy: "remove one of the links with the older version of the model")
        countMissingDestinations(in: snapshot)
        try countDuplicates(in: snapshot)
        try obstacles.check()
        return (snapshot, report)
    }

    /// The last assigned numbers, by the root of each family of the newer model.
    package func lastNumbers(_ old: [String: Int64]) -> [String: Int64] {
        mapping.entities.values.reduce(into: [:]) { numbers, mapping in
            guard let last = old[mapping.old.rootName] else { return }
            numbers[mapping.new.rootName] = max(numbers[mapping.new.rootName, default: 0], last)
        }
    }

    /// The reference of an object in the newer graph; nil for an object that is dropped.
    package func newReference(_ reference: ObjectReference) -> ObjectReference? {
        guard !keepsReferences else { return reference }
        return newTables[reference.entityOrdinal].map { ObjectReference(entity: $0, number: reference.number) }
    }

    // MARK: - Rows

    private mutating func migrated(
        _ contents: RowContents, _ mapping: EntityMapping, to newTable: Int
    ) throws -> RowContents {
        countDropped(in: contents, mapping)
        let columns = mapping.attributes.enumerated().map { index, source in
            self.column(mapping.new.attributes[index], source, contents, mapping)
        }
        let references =
            keepsReferences
            ? contents.references
            : contents.references.map { ObjectReference(entity: newTable, number: $0.number) }
        let links = mapping.new.relationships.map { relationship in
            self.links(relationship, references, contents, mapping, newTable)
        }
        return RowContents(references: references, columns: columns, links: links)
    }

    private mutating func column(
        _ attribute: Attribute, _ source: AttributeSource, _ contents: RowContents, _ mapping: EntityMapping
    ) -> Column {
        switch source {
        case .kept(let index): return contents.columns[index]
        case .constant(let value):
            let place = ConstantColumn(
                entityName: mapping.new.name, attributeName: attribute.name, count: contents.count)
            if let known = constantColumns[place] { return known }
            let made = column(attribute, contents.count) { _ in value }
            constantColumns[place] = made
            return made
        case .filled(let index, let value):
            let old = contents.columns[index]
            return column(attribute, contents.count) { old.isMissing(at: $0) ? value : old[$0] }
        case .widened(let index):
            let old = contents.columns[index]
            let elementName = mapping.old.elementName(mapping.old.attributes[index].name, in: self.mapping.old)
            if !isAccepted(elementName, mapping) {
                obstacles.add(
                    .dataLoss, elementName, (0..<contents.count).count { !old[$0].isExact(in: attribute.type) },
                    "the number has more digits than \(attribute.type.rawValue) can represent",
                    "add '\(elementName)' to the dropped elements, or make the attribute a Decimal")
            }
            return column(attribute, contents.count) { old[$0].widened(to: attribute.type) }
        case .recomposed(let index, let composite):
            let old = contents.columns[index]
            return column(attribute, contents.count) { composite.value(old[$0]) }
        case .incompatibleType(let index):
            let old = contents.columns[index]
            let elementName = mapping.old.elementName(mapping.old.attributes[index].name, in: self.mapping.old)
            if !isAccepted(elementName, mapping) {
                obstacles.add(
                    .incompatibleType, elementName, (0..<contents.count).count { !old.isMissing(at: $0) },
                    "a value has a type other than \(attribute.type.rawValue), and is not converted",
                    """
                    keep the attribute and add one under another name, convert the values in a migration policy, or \
                    add '\(elementName)' to the dropped elements
                    """)
            }
            // Without a usable value, if a policy provides it or its loss is accepted: then it is like a new attribute.
            let value = AttributeValue(defaultOf: attribute)
            return column(attribute, contents.count) { _ in value }
        }
    }

    private func column(_ attribute: Attribute, _ count: Int, _ value: (Int) -> AttributeValue) -> Column {
        var column = Column(for: attribute.type)
        column.reserveCapacity(count)
        for row in 0..<count { column.append(value(row)) }
        return column
    }

    private func applied(
        _ policy: EntityMigrationPolicy, to contents: RowContents, of chunk: RowChunk, _ mapping: EntityMapping
    ) throws -> RowContents {
        var columns = mapping.new.attributes.map { Column(for: $0.type) }
        for row in 0..<contents.count {
            var values = DestinationValues(contents.columns.map { $0[row] }, of: mapping.new)
            try policy.migrate(SourceObject(Row(chunk, row), of: mapping.old, in: source), &values)
            for index in columns.indices { columns[index].append(values.values[index]) }
        }
        return RowContents(references: contents.references, columns: columns, links: contents.links)
    }

    // MARK: - What is required

    private mutating func countMissingValues(in contents: RowContents, _ mapping: EntityMapping) {
        for (index, attribute) in mapping.new.attributes.enumerated()
        where !attribute.isTransient && !attribute.isDerived {
            let column = contents.columns[index]
            let name = mapping.new.elementName(attribute.name, in: self.mapping.new)
            // An object that already lacked a required value is not an obstacle.
            var wasRequired = false
            switch mapping.attributes[index] {
            case .kept(let old): wasRequired = !mapping.old.attributes[old].isOptional
            case .recomposed(let old, let composite):
                wasRequired = !mapping.old.attributes[old].isOptional
                countMissingMembers(in: column, contents.count, of: composite, name)
            default: break
            }
            if attribute.isOptional || wasRequired { continue }
            obstacles.add(
                .missingValue, name, (0..<contents.count).count { column.isMissing(at: $0) },
                "a required value is missing", "make the attribute optional, or give it a default value")
        }
    }

    private mutating func countMissingMembers(
        in column: Column, _ count: Int, of composite: CompositeMapping, _ name: String
    ) {
        guard composite.requiresMore else { return }
        for path in (0..<count).flatMap({ composite.missingMembers(of: column[$0]) }) {
            obstacles.add(
                .missingValue, "\(name).\(path)", 1, "a required value is missing",
                "make the attribute of the composite optional, or give it a default value")
        }
    }

    private mutating func countMissingDestinations(in snapshot: GraphSnapshot) {
        for mapping in mapping.entities.values {
            guard let table = layout.ordinal(ofEntityNamed: mapping.new.name) else { continue }
            for relationship in mapping.new.relationships
            where relationship.isRequired && !relationship.isToMany && !relationship.schema.isTransient {
                let old = mapping.relationships[relationship.index].map { mapping.old.relationships[$0] }
                // An object that already lacked a required destination is not an obstacle.
                let before = old.flatMap { $0.isRequired && !$0.isToMany ? $0 : nil }
                var count = 0
                for chunk in snapshot.tables[table].chunks {
                    let column = chunk.contents.links[relationship.index]
                    count += (0..<chunk.count).count { row in
                        guard column[row].isEmpty else { return false }
                        guard let before else { return true }
                        return !oldLinks(of: chunk.contents.references[row], mapping, before).isEmpty
                    }
                }
                obstacles.add(
                    .missingDestination, mapping.new.elementName(relationship.name, in: self.mapping.new), count,
                    "a required destination is missing", "make the relationship optional")
            }
        }
    }

    /// The earlier destinations of an object of the newer graph.
    private func oldLinks(
        of reference: ObjectReference, _ mapping: EntityMapping, _ relationship: RelationshipDescription
    ) -> [ObjectReference] {
        guard let table = source.layout.ordinal(ofEntityNamed: mapping.old.name) else { return [] }
        let row = source.row(of: ObjectReference(entity: table, number: reference.number))
        return row?.links(at: relationship.index).references ?? []
    }
}

/// Collects the rows of an entity in chunks of equal size, from pieces of any size.
struct RowCollection {
    private let entity: EntityDescription
    private var references: [ObjectReference] = []
    private var columns: [Column]
    private var links: [LinkColumn]
    private(set) var chunks: [RowContents] = []
    /// The number of rows that are still to be added.
    private var restCount: Int

    init(of entity: EntityDescription, count: Int) {
        self.entity = entity
        restCount = count
        columns = entity.attributes.map { Column(for: $0.type) }
        links = entity.relationships.map(LinkColumn.init)
    }

    /// Adds rows after the existing ones.
    mutating func append(_ contents: RowContents) {
        restCount -= contents.count
        // The usual case: the piece is used unchanged. Only the last one may be smaller than others.
        let fewestCount = restCount == 0 ? 1 : GraphLoader.chunkCapacity
        if references.isEmpty, (fewestCount...GraphLoader.chunkCapacity).contains(contents.count) {
            chunks.append(contents)
            return
        }
        for row in 0..<contents.count {
            append(contents.references[row], contents.columns.map { $0[row] }, contents.links, row)
        }
    }

    private mutating func append(
        _ reference: ObjectReference, _ values: [AttributeValue], _ sources: [LinkColumn], _ row: Int
    ) {
        let place = references.count
        references.append(reference)
        for index in columns.indices { columns[index].append(values[index]) }
        for index in links.indices where entity.relationships[index].isStored {
            links[index].insert(sources[index][row], at: place)
        }
        if references.count == GraphLoader.chunkCapacity { finishChunk() }
    }

    private mutating func finishChunk() {
        chunks.append(RowContents(references: references, columns: columns, links: links))
        let finished = chunks
        self = RowCollection(of: entity, count: restCount)
        chunks = finished
    }

    /// Adds the last rows.
    mutating func finish() {
        if !references.isEmpty { finishChunk() }
    }
}
