import FileAccess
import ModelSchema

/// The files for a model, with the sections of each file.
struct OutputPlan: Sendable {
    struct File: Sendable {
        var name: String
        var header: HeaderContext
        /// Whether the sections use types of Foundation.
        var needsFoundation: Bool
        /// Whether the sections can expose types from the modules that the options import.
        var showsImports: Bool
        /// The sections, in order, with an empty line between them.
        var sections: [any TemplateContext]
        /// The sections inside types, after the others.
        var nested: [NestedSections] = []
        /// The text after the last section, such as the end of a condition.
        var ending = ""
    }

    /// Sections in an extension of a type.
    struct NestedSections: Sendable {
        var typeName: String
        /// The attribute of the extension, or empty.
        var availability: String
        var sections: [any TemplateContext]
    }

    /// The files, in the order for reports: the model, and then the entities by name.
    var files: [File]

    init(for model: Model, source: String, options: GenerationOptions) {
        self.init(for: NamedModel(model, options: options), source: source)
    }

    init(for named: NamedModel, source: String) {
        let (model, lookup, namer) = (named.model, named.lookup, named.namer)
        let options = namer.options
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        switch options.style {
        case .objectGraph: break
        case .coreData:
            files = Self.coreDataFiles(for: named, source: source, access: access)
            return
        case .swiftData:
            files = Self.swiftDataFiles(for: named, source: source, access: access)
            return
        }
        var declaredEnumerations: Set<String> = []
        func enumerations(_ attributes: [Attribute]) -> [EnumerationContext] {
            Self.enumerations(of: attributes, namer: namer, access: access)
                .filter { declaredEnumerations.insert($0.name).inserted }
        }
        let compositeEnumerations = model.composites.sorted { $0.name < $1.name }.flatMap {
            enumerations($0.attributes)
        }
        // Superclasses come first, so a file reads from the general to the specific. If two entities share an enum, the
        // first declares it.
        let parts = namer.classes.map(\.entity).map {
            EntityPart(entity: $0, enumerations: enumerations($0.attributes))
        }
        // The file of the model takes as long as those of many entities.
        let files = ParallelWork.map([nil] + parts, smallestCount: CodeGenerator.smallestParallelCount) { part in
            part.map { Self.file(of: $0, in: lookup, source: source, namer: namer, access: access) }
                ?? Self.modelFile(of: lookup, compositeEnumerations, source: source, namer: namer, access: access)
        }
        switch options.fileLayout {
        case .entity: self.files = files
        case .model:
            self.files = [
                Self.file(
                    "\(namer.fileStem(ofModel: model.name))+Generated.swift", files.flatMap(\.sections), source: source,
                    needsFoundation: files.contains(where: \.needsFoundation),
                    showsImports: files.contains(where: \.showsImports), options: options)
            ]
        }
    }

    /// The file of the model and its composites.
    private static func modelFile(
        of lookup: ModelLookup, _ enumerations: [EnumerationContext], source: String, namer: SwiftNamer, access: String
    ) -> File {
        let composites = lookup.model.composites.sorted { $0.name < $1.name }
        let members = composites.flatMap(CompositeContext.members)
        return file(
            "\(namer.fileStem(ofModel: lookup.model.name))+Model.swift",
            [ModelContext(lookup, namer: namer, access: access)] + enumerations
                + composites.map { CompositeContext($0, namer: namer, access: access) },
            source: source,
            needsFoundation: members.contains { CompositeContext.mapping(of: $0, namer: namer).needsFoundation },
            showsImports: showImports(members, namer: namer), options: namer.options)
    }

    /// An entity with the enums that are declared with it.
    private struct EntityPart: Sendable {
        var entity: Entity
        var enumerations: [EnumerationContext]
    }

    private static func file(
        of part: EntityPart, in lookup: ModelLookup, source: String, namer: SwiftNamer, access: String
    ) -> File {
        let entity = part.entity
        let queries = QuerySections(of: entity, in: lookup, namer: namer, access: access)
        let sections: [any TemplateContext] =
            part.enumerations + Self.sections(of: entity, in: lookup, namer: namer, access: access)
            + queries.sections
        // Initializers and snapshots also use the types of inherited attributes.
        let attributes =
            namer.inheritance.isRepeated(in: entity)
                && sections.contains { $0 is InitializerContext || $0 is SnapshotContext }
            ? lookup.attributes(of: entity) : entity.attributes
        let needsFoundation =
            queries.needFoundation || sections.contains { $0 is OrderedCollectionContext }
            || attributes.contains {
                AttributeTypeMapping.supports($0.type) && AttributeTypeMapping($0, namer: namer).needsFoundation
            }
        let showsImports = Self.showImports(
            queries.sections.isEmpty ? attributes : lookup.attributes(of: entity), namer: namer)
        return file(
            "\(namer.fileStem(of: entity))+Generated.swift", sections, source: source, needsFoundation: needsFoundation,
            showsImports: showsImports, options: namer.options)
    }

    /// The declarations for an entity, with the class first.
    private static func sections(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String
    ) -> [any TemplateContext] {
        var sections: [any TemplateContext] = [EntityContext(entity, in: model, namer: namer, access: access)]
        if let initializer = InitializerContext(entity, in: model, namer: namer, access: access) {
            sections.append(initializer)
        }
        sections += CollectionContext.collections(of: entity, in: model, namer: namer, access: access)
        if let constants = ConstantsContext(entity, in: model, namer: namer, access: access) {
            sections.append(constants)
        }
        if namer.options.generatesSnapshots {
            sections.append(SnapshotContext(entity, in: model, namer: namer, access: access))
        }
        return sections
    }

    private static func file(
        _ name: String, _ sections: [any TemplateContext], source: String, needsFoundation: Bool, showsImports: Bool,
        options: GenerationOptions
    ) -> File {
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        // The compiler warns about a public import that no declaration needs.
        let runtimeAccess = sections.contains(where: \.exposesRuntime) ? access : ""
        let modules = (needsFoundation ? [(access, "Foundation")] : []) + [(runtimeAccess, "ObjectGraph")]
        return File(
            name: name,
            header: HeaderContext(source: source, modules: modules, options: options, showsImports: showsImports),
            needsFoundation: needsFoundation, showsImports: showsImports, sections: sections)
    }

    /// The enums that attributes request, in the order of the attributes' names.
    static func enumerations(of attributes: [Attribute], namer: SwiftNamer, access: String) -> [EnumerationContext] {
        attributes.sorted { $0.name < $1.name }.compactMap { attribute in
            guard let enumeration = attribute.enumeration else { return nil }
            return EnumerationContext(enumeration, of: attribute, namer: namer, access: access)
        }
    }

    /// The files that people edit, by name: one for each generated class of a model.
    static func customCodeFiles(for model: Model, options: GenerationOptions) -> [(
        name: String, context: CustomCodeContext
    )] {
        let named = NamedModel(model, options: options)
        let (lookup, namer) = (named.lookup, named.namer)
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        return namer.classes.compactMap { item in
            let context: CustomCodeContext? =
                switch options.style {
                case .objectGraph:
                    CustomCodeContext(
                        EntityContext(item.entity, in: lookup, namer: namer, access: access), options: options)
                case .coreData:
                    CoreDataClass(item.entity, in: lookup, namer: namer).map {
                        CustomCodeContext($0, access: access, options: options)
                    }
                case .swiftData: CustomCodeContext(swiftDataClassOf: item.entity, namer: namer)
                }
            return context.map { ("\(namer.fileStem(of: item.entity)).swift", $0) }
        }
        .sorted { $0.name < $1.name }
    }

    /// Whether the accessors of attributes can expose types from the modules in the options: types that are not
    /// generated, and belong neither to Swift nor to Foundation.
    static func showImports(_ attributes: [Attribute], namer: SwiftNamer) -> Bool {
        guard !namer.options.imports.isEmpty, namer.options.accessLevel != .internal else { return false }
        return attributes.contains { attribute in
            if let enumeration = attribute.enumeration, namer.cases(ofEnum: enumeration.typeName) == nil { return true }
            return writtenType(of: attribute, namer: namer).map(FoundationTypes.areNotAll) ?? false
        }
    }

    /// The type of an attribute if the model specifies it as text.
    private static func writtenType(of attribute: Attribute, namer: SwiftNamer) -> String? {
        switch namer.options.style {
        case .objectGraph:
            AttributeTypeMapping.isWritten(attribute) ? AttributeTypeMapping(attribute, namer: namer).valueType : nil
        case .coreData:
            attribute.type == .transformable || attribute.type == .undefined
                ? CoreDataTypeMapping(attribute, namer: namer, options: namer.options).valueType : nil
        case .swiftData:
            attribute.type == .transformable ? SwiftDataTypeMapping.writtenType(of: attribute, namer: namer) : nil
        }
    }
}
