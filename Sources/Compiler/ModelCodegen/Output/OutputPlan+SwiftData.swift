import ModelSchema

extension OutputPlan {
    /// The files of a single version: one for the schema and the composites, and one for each class.
    static func swiftDataFiles(for named: NamedModel, source: String, access: String) -> [File] {
        let namer = named.namer
        let expressed = ExpressedModel(named)
        let parts = SwiftDataParts(expressed, namer: namer, access: access)
        let schema = SwiftDataSchemaContext(
            expressed: expressed, namer: namer, access: access,
            availability: SwiftDataSchemaContext.availability(of: named.model))
        let stem = namer.fileStem(ofModel: named.model.name)
        switch namer.options.fileLayout {
        case .entity:
            let first = swiftDataFile(
                "\(stem)+SwiftData.swift", [schema] + parts.composites, source: source, namer: namer,
                attributes: parts.compositeAttributes)
            return [first]
                + parts.classes.map { part in
                    swiftDataFile(
                        "\(namer.fileStem(of: part.entity))+Generated.swift", part.sections, source: source,
                        namer: namer, attributes: part.attributes)
                }
        case .model:
            return [
                swiftDataFile(
                    "\(stem)+Generated.swift", [schema] + parts.composites + parts.classes.flatMap(\.sections),
                    source: source, namer: namer,
                    attributes: parts.compositeAttributes + parts.classes.flatMap(\.attributes))
            ]
        }
    }

    /// The files of all versions, with the marks of frozen ones: one for the current version and the plan, and one for
    /// each version. In the layout with one file, it contains everything, and cannot be frozen.
    static func swiftDataFiles(
        for history: SchemaHistory, source: String, options: GenerationOptions
    ) -> [(file: File, frozenMark: String?)] {
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        let namer = history.current.named.namer
        let stem = namer.fileStem(ofModel: history.current.named.model.name)
        let parts = history.versions.map { SwiftDataParts($0.expressed, namer: $0.named.namer, access: access) }
        let current = history.versions.firstIndex { $0.name == history.current.name } ?? 0
        let first: [any TemplateContext] = [
            SwiftDataSchemaContext(
                expressed: history.current.expressed, namer: namer, access: access,
                versions: (history.current.schemaName, history.planName), typeNames: parts[current].typeNames,
                availability: SwiftDataSchemaContext.availability(of: history.planned)),
            SwiftDataPlanContext(history: history, access: access),
        ]
        let versions = zip(history.versions, parts).map { version, parts in
            (
                version: version, section: SwiftDataVersionContext(version: version, access: access),
                nested: NestedSections(
                    typeName: version.schemaName,
                    availability: SwiftDataSchemaContext.availability(of: version.named.model),
                    sections: parts.composites + parts.classes.flatMap(\.sections)),
                attributes: parts.compositeAttributes + parts.classes.flatMap(\.attributes)
            )
        }
        switch options.fileLayout {
        case .entity:
            let planFile = swiftDataFile(
                "\(stem)+SwiftData.swift", first, source: source, namer: namer, attributes: [])
            return [(planFile, nil)]
                + versions.map { item in
                    var file = swiftDataFile(
                        "\(item.version.schemaName)+Generated.swift", [item.section], source: source,
                        namer: item.version.named.namer, attributes: item.attributes)
                    file.nested = [item.nested]
                    return (file, item.version.isFrozen ? "// " + item.section.checksumLine : nil)
                }
        case .model:
            var file = swiftDataFile(
                "\(stem)+Generated.swift", first + versions.map(\.section), source: source, namer: namer,
                attributes: versions.flatMap(\.attributes))
            file.nested = versions.map(\.nested)
            return [(file, nil)]
        }
    }

    /// A file with the imports that its sections need.
    ///
    /// - Parameter attributes: The attributes whose types the sections use.
    static func swiftDataFile(
        _ name: String, _ sections: [any TemplateContext], source: String, namer: SwiftNamer, attributes: [Attribute]
    ) -> File {
        let options = namer.options
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        let opensStores = sections.contains { $0 is SwiftDataSchemaContext }
        let needsFoundation =
            opensStores || attributes.contains { SwiftDataTypeMapping($0, namer: namer).needsFoundation }
        var modules: [(access: String, name: String)] = opensStores ? [("", "CoreData")] : []
        if needsFoundation { modules.append((access, "Foundation")) }
        modules.append((sections.contains(where: \.exposesRuntime) ? access : "", "SwiftData"))
        let showsImports = showImports(attributes, namer: namer)
        var header = HeaderContext(source: source, modules: modules, options: options, showsImports: showsImports)
        let isConditional = options.platforms == .all
        if isConditional { header.imports.insert("#if canImport(SwiftData)", at: 0) }
        var file = File(
            name: name, header: header, needsFoundation: needsFoundation, showsImports: showsImports,
            sections: sections)
        file.ending = isConditional ? "#endif\n" : ""
        return file
    }
}

/// The declarations of a version's types in SwiftData code.
struct SwiftDataParts {
    /// A class with the enums that are declared with it.
    struct ClassPart {
        var entity: Entity
        var sections: [any TemplateContext]
        /// The attributes whose types the sections use.
        var attributes: [Attribute]
    }

    /// The enums of composites, and the composites.
    let composites: [any TemplateContext]
    let compositeAttributes: [Attribute]
    let classes: [ClassPart]
    /// The names of all types.
    let typeNames: [String]

    init(_ expressed: ExpressedModel, namer: SwiftNamer, access: String) {
        let (lookup, model) = (expressed.source, expressed.source.model)
        let sorted = model.composites.sorted { $0.name < $1.name }
        compositeAttributes = sorted.flatMap(SwiftDataCompositeContext.members)
        var declared: Set<String> = []
        let enumerations = sorted.flatMap {
            OutputPlan.enumerations(of: $0.attributes, namer: namer, access: access)
        }.filter { declared.insert($0.name).inserted }
        let structs = sorted.map { SwiftDataCompositeContext($0, namer: namer, access: access) }
        composites = enumerations as [any TemplateContext] + structs
        classes = namer.classes.map(\.entity).map { entity in
            let enumerations = OutputPlan.enumerations(of: entity.attributes, namer: namer, access: access)
                .filter { declared.insert($0.name).inserted }
            let item = SwiftDataClass(entity, in: expressed, namer: namer)
            return ClassPart(
                entity: entity, sections: enumerations + [SwiftDataClassContext(item, access: access)],
                // The initializer also uses the types of inherited attributes.
                attributes: lookup.attributes(of: entity).filter { SwiftDataTypeMapping.supports($0.type) })
        }
        typeNames = declared + structs.map(\.name) + classes.map { namer.className(of: $0.entity) }
    }
}
