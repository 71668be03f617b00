import CompiledModels
public import ModelSchema

/// Writes a model in the form that Core Data's compiler creates.
///
/// The same model gives the same bytes: dictionaries are sorted by key, and nothing depends on the machine or the date.
/// Apple's own files have another order of dictionaries, which has no meaning.
///
/// Source: the compiled models of public repositories, compared with the models that they were compiled from. No file
/// of this writer has been read by Apple's framework here.
///
/// ```swift
/// var writer = CompiledModelWriter(moduleName: "Shop")
/// if let archive = writer.archive(of: model) {
///     try Data(archive).write(to: folder.appending(path: "\(model.name).mom"))
/// }
/// ```
public struct CompiledModelWriter {
    /// The maximum depth of hierarchies, because each hash includes everything above it.
    private static let maximumDepth = 256

    private let tools: CompilerTools
    private let moduleName: String?
    /// What is uncertain, and why the last model cannot be compiled, in the order of the model.
    public private(set) var findings: [CompilationFinding] = []

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - tools: The version of Xcode whose files to write.
    ///   - moduleName: The module of classes whose name in the model starts with a period; nil to keep the period.
    public init(tools: CompilerTools = .latest, moduleName: String? = nil) {
        self.tools = tools
        self.moduleName = moduleName
    }

    /// Returns the contents of a `.mom` file; nil if the model cannot be compiled, which ``findings`` explain.
    public mutating func archive(of model: Model) -> [UInt8]? {
        findings = []
        let lookup = ModelLookup(model)
        checkEntities(of: model, lookup)
        guard !hasErrors else { return nil }
        let root = ArchivedObject(.model)
        var entities: [String: ArchivedObject] = [:]
        for entity in model.entities { entities[entity.name] = ArchivedObject(.entity) }
        let children = Dictionary(grouping: model.entities) { $0.parentName }
            .mapValues { $0.sorted { $0.name.isBefore($1.name) } }
        var properties = ArchivedProperties(tools: tools, model: model, entities: entities)
        for entity in model.entities {
            guard let object = entities[entity.name] else { continue }
            fill(object, with: entity, of: root, among: entities, children: children[entity.name] ?? [])
            properties.fill(object, with: entity)
        }
        let sorted = entities.sorted { $0.key.isBefore($1.key) }
        root.members = [(.entities, .object(.table(.mutableDictionary, sorted.map { ($0.key, .object($0.value)) })))]
        if !model.configurations.isEmpty {
            let configurations = model.configurations.sorted { $0.name.isBefore($1.name) }
            let entries = configurations.map { configuration in
                let members = configuration.entityNames.sorted().compactMap { entities[$0] }
                return (configuration.name, ArchivedMember.object(.list(.set, members.map(ArchivedMember.reference))))
            }
            root.members.append((.configurations, .object(.table(.mutableDictionary, entries))))
        }
        let templates = model.fetchRequestTemplates.sorted { $0.name.isBefore($1.name) }.compactMap { template in
            properties.fetchRequest(template, at: SchemaPath.model.appending(.fetchRequest, template.name))
                .map { (template.name, ArchivedMember.object($0)) }
        }
        root.members.append(
            (.fetchRequestTemplates, templates.isEmpty ? .null : .object(.table(.mutableDictionary, templates))))
        root.members.append((.versionIdentifiers, .object(.list(.set, [.string(model.versionIdentifier)]))))
        if let toolVersion = tools.toolVersion {
            root.members.append((.compilerXcodeVersion, .integer(Int64(tools.number))))
            root.members.append((.compilerToolVersion, .real(toolVersion)))
        }
        findings += properties.findings
        return hasErrors ? nil : KeyedArchiveWriter.bytes(of: root)
    }

    private var hasErrors: Bool { findings.contains(where: \.isError) }

    private mutating func report(_ path: SchemaPath, _ message: String, isError: Bool = false) {
        findings.append(CompilationFinding(path: path, message: message, isError: isError))
    }

    /// Checks that names are ones that Core Data accepts, that every reference has a destination,
    /// and that no entity is its own ancestor.
    private mutating func checkEntities(of model: Model, _ lookup: ModelLookup) {
        let parents = Dictionary(
            model.entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { first, _ in first })
        var names: Set<String> = []
        for entity in model.entities {
            let path = SchemaPath.entity(entity.name)
            guard names.insert(entity.name).inserted else {
                report(path, "entity '\(entity.name)' exists twice", isError: true)
                continue
            }
            checkNames(of: entity, at: path)
            var depth = 0
            var next = entity.parentName
            while let name = next, depth <= Self.maximumDepth {
                guard let parent = parents[name] else {
                    report(
                        path, "entity '\(entity.name)' has the parent '\(name)', which does not exist", isError: true)
                    break
                }
                depth += 1
                next = parent
            }
            if depth > Self.maximumDepth {
                report(path, "entity '\(entity.name)' is its own ancestor, or has too many", isError: true)
            }
            for relationship in entity.relationships {
                check(relationship, at: path.relationship(relationship.name), lookup)
            }
            if depth <= Self.maximumDepth, !lookup.isCoreDataVersionHashKnown(of: entity) {
                report(path, "the version hash of entity '\(entity.name)' might differ from Core Data's")
            }
        }
        for configuration in model.configurations {
            for name in configuration.entityNames where !names.contains(name) {
                report(
                    SchemaPath.model.appending(.configuration, configuration.name),
                    "configuration '\(configuration.name)' contains the entity '\(name)', which does not exist",
                    isError: true)
            }
        }
    }

    private mutating func checkNames(of entity: Entity, at path: SchemaPath) {
        let paths =
            [(entity.name, path)] + entity.attributes.map { ($0.name, path.attribute($0.name)) }
            + entity.relationships.map { ($0.name, path.relationship($0.name)) }
            + entity.fetchedProperties.map { ($0.name, path.appending(.fetchedProperty, $0.name)) }
        for (name, path) in paths where !Self.isName(name) {
            report(
                path,
                "the name '\(name)' must begin with a letter, and contain only letters, digits, and underscores",
                isError: true)
        }
    }

    /// Whether an entity or a property can have a name. The editor of Xcode refuses others; an underscore at the
    /// beginning is in models of other tools.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    private mutating func check(_ relationship: Relationship, at path: SchemaPath, _ lookup: ModelLookup) {
        guard let name = relationship.destinationName, let destination = lookup.entity(named: name) else {
            let name = relationship.destinationName.map { "'\($0)'" } ?? "no entity"
            return report(
                path, "the destination of '\(relationship.name)' is \(name), which does not exist", isError: true)
        }
        guard let inverse = relationship.inverseName else { return }
        let owners = [destination] + lookup.ancestors(of: destination).prefix(Self.maximumDepth)
        guard !owners.contains(where: { $0.relationships.contains { $0.name == inverse } }) else { return }
        // Core Data accepts such models. The archive has both the name and the relationship itself, which is then null.
        report(
            path,
            "the inverse of '\(relationship.name)' is '\(inverse)', which '\(name)' does not have, so the compiled "
                + "model contains only its name")
    }

    private mutating func fill(
        _ object: ArchivedObject, with entity: Entity, of root: ArchivedObject,
        among entities: [String: ArchivedObject], children: [Entity]
    ) {
        object.members = [
            (.entityName, .string(entity.name)), (.classNameForEntity, .string(className(of: entity))),
            (.managedObjectModel, .reference(root)),
            (.superentity, entity.parentName.flatMap { entities[$0] }.map(ArchivedMember.reference) ?? .null),
            (
                .subentities,
                .object(
                    .table(
                        .mutableDictionary,
                        children.compactMap { child in entities[child.name].map { (child.name, .object($0)) } }))
            ),
        ]
    }

    private mutating func className(of entity: Entity) -> String {
        guard let name = entity.representedClassName, !name.isEmpty else { return "NSManagedObject" }
        guard name.hasPrefix("."), let moduleName else { return name }
        return moduleName + name
    }
}

extension String {
    /// Whether the string sorts before another one by code unit, as Core Data sorts names.
    func isBefore(_ other: String) -> Bool { utf16.lexicographicallyPrecedes(other.utf16) }
}
