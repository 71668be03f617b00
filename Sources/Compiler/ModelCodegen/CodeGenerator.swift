import FileAccess
public import ModelDiagnostics
public import ModelSchema
public import StencilTemplates

/// Generates Swift source from a valid model.
///
/// ```swift
/// let generator = CodeGenerator(options: options)
/// let files = try generator.generate(model, source: "Library.xcdatamodeld")
/// ```
public struct CodeGenerator: Sendable {
    /// The options of the user.
    public var options: GenerationOptions
    /// The templates for the code.
    public var templates: TemplateSet

    /// Creates a generator. The default is the built-in templates in the style of this package's runtime.
    public init(options: GenerationOptions = GenerationOptions(), templates: TemplateSet = .builtIn) {
        self.options = options
        self.templates = templates
    }

    /// Returns the generated files: first the files of the model, and then those of the entities by name, parents
    /// before children.
    ///
    /// The result depends on the arguments only: the same model gives the same bytes on every machine, regardless of
    /// the order of its entities and properties.
    ///
    /// - Parameters:
    ///   - model: A model without errors.
    ///   - source: The source of the code for the header, such as `Shop.xcdatamodeld`.
    /// - Throws: ``InvalidOptionError`` if an option is not valid, ``TemplateError`` if a template cannot be rendered,
    ///   and ``CodeSizeError`` if the files are too large.
    public func generate(_ model: Model, source: String) throws -> [GeneratedFile] {
        try options.check()
        return try generate(naming(model), source: source)
    }

    /// Returns the files of a model whose names this generator has chosen.
    package func generate(
        _ named: NamedModel, source: String, budget: CodeBudget = CodeBudget()
    ) throws -> [GeneratedFile] {
        try options.check()
        var named = named
        if options.style != .coreData, let consistent = ModelInverses(in: named.lookup).consistentModel {
            named = naming(consistent)
        }
        let plan = OutputPlan(for: named, source: source)
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        return try ParallelWork.map(plan.files, smallestCount: Self.smallestParallelCount) { file in
            let file = try render(file, with: renderer)
            try budget.spend(on: file, of: source)
            return file
        }
    }

    /// The smallest number of files that are rendered in parallel. For fewer files, distributing the work takes longer
    /// than doing it.
    static let smallestParallelCount = 32

    func render(_ file: OutputPlan.File, with renderer: TemplateRenderer) throws -> GeneratedFile {
        var text = try renderer.render(file.header) + Self.render(file.sections, with: renderer)
        for nested in file.nested {
            let code = try Self.render(nested.sections, with: renderer).dropFirst()
            guard !code.isEmpty else { continue }
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            text += "\n" + (nested.availability.isEmpty ? "" : nested.availability + "\n")
            text += "extension \(nested.typeName) {\n"
            text += lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "}\n"
        }
        return GeneratedFile(name: file.name, text: text + file.ending)
    }

    /// Returns the text of sections, with empty lines before each.
    private static func render(
        _ sections: [any TemplateContext], with renderer: TemplateRenderer
    ) throws -> String {
        var text = ""
        for section in sections {
            let code = try renderer.render(section)
            // A template of the user can leave out a part.
            guard code.contains(where: { !$0.isWhitespace }) else { continue }
            text += String(repeating: "\n", count: type(of: section).emptyLinesBefore) + code
        }
        return text
    }

    /// Returns the files in which people add their own code, one for each class, by class name. Write a file only if it
    /// does not exist; people then edit it.
    ///
    /// - Throws: ``TemplateError`` if the template cannot be rendered.
    public func customCodeFiles(for model: Model) throws -> [GeneratedFile] {
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        let model = options.style == .swiftData ? swiftDataModel(model) : model
        return try OutputPlan.customCodeFiles(for: model, options: options).map { name, context in
            GeneratedFile(name: name, role: .customCode, text: try renderer.render(context))
        }
    }

    /// Returns the output of templates written for SwiftGen for models, by file name: one file for each template that
    /// no other template includes, or for each such template and entity.
    ///
    /// - Throws: ``TemplateError`` if a template cannot be rendered.
    public func generate(forSwiftGen models: [Model]) throws(TemplateError) -> [GeneratedFile] {
        let context = SwiftGenContext(models, environment: options.environment)
        var files: [GeneratedFile] = []
        for file in templates.mainFiles {
            let renderer = TemplateRenderer(templates, parameters: options.parameters, lines: .forSwiftGen(file.text))
            let stem = file.name.split(separator: "/").last.map(String.init) ?? file.name
            switch options.templateUnit {
            case .run:
                files.append(GeneratedFile(name: stem + ".swift", text: try renderer.render(file.name, context)))
            case .entity:
                for item in context.entityContexts {
                    // If a template writes a whole class, as in other generators, the file has the name of the class.
                    let name = stem == "entity" ? item.fileStem : "\(item.fileStem)+\(stem)"
                    files.append(GeneratedFile(name: name + ".swift", text: try renderer.render(file.name, item)))
                }
            }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Chooses the names in a model's generated code.
    package func naming(_ model: Model) -> NamedModel {
        NamedModel(options.style == .swiftData ? swiftDataModel(model) : model, options: options)
    }

    /// The model without the names of classes, because SwiftData names entities after classes, and stores contain these
    /// names.
    func swiftDataModel(_ model: Model) -> Model {
        var model = model
        for index in model.entities.indices { model.entities[index].representedClassName = nil }
        return model
    }

    /// Reports parts of a model without generated code, or with different names in the code.
    public func check(_ model: Model, into diagnostics: inout [Diagnostic]) {
        // Templates for SwiftGen decide what to generate, including names.
        guard options.templateContext == .modelgen else { return }
        check(naming(model), into: &diagnostics)
    }

    /// Reports the same for a model whose names this generator has chosen.
    package func check(_ named: NamedModel, into diagnostics: inout [Diagnostic]) {
        let (model, namer) = (named.model, named.namer)
        switch options.style {
        case .objectGraph: checkSupport(of: named, into: &diagnostics)
        case .coreData:
            ObjectiveCNames.check(named.lookup, into: &diagnostics)
            checkSnapshots(of: model, into: &diagnostics)
        case .swiftData:
            checkInverses(in: named.lookup, into: &diagnostics)
            checkStoredNames(ofCompositesIn: named, into: &diagnostics)
        }
        checkInheritance(of: model, namer: namer, into: &diagnostics)
        diagnostics += namer.takenEnums.map(Diagnostic.enumNameTaken)
        let changesStores = options.style == .swiftData
        diagnostics += namer.renamings.map { changesStores ? .storedNameChanged($0) : .renamed($0) }
    }

    /// Reports only what prevents code from compiling: generated enums with the name of a generated class or struct.
    package func checkEnumNames(of model: Model, into diagnostics: inout [Diagnostic]) {
        guard options.templateContext == .modelgen,
            (model.entities.flatMap(\.attributes) + model.composites.flatMap(\.attributes))
                .contains(where: { $0.enumeration?.cases != nil })
        else { return }
        let model = options.style == .swiftData ? swiftDataModel(model) : model
        // The names of members do not matter here, and choosing them would take the most time.
        let types = TypeScope(of: ModelClass.classes(of: ModelLookup(model)), in: model, options: options)
        diagnostics += types.takenEnums.map(Diagnostic.enumNameTaken)
    }

    /// Reports once for a model that code does not repeat inherited properties.
    private func checkInheritance(of model: Model, namer: SwiftNamer, into diagnostics: inout [Diagnostic]) {
        guard options.style != .coreData || options.generatesSnapshots else { return }
        let entities = model.entities.filter { !namer.inheritance.isRepeated(in: $0) }
        guard let first = entities.first else { return }
        let path = SchemaPath.entity(first.name)
        diagnostics.append(
            options.style == .swiftData
                ? .hierarchyTooDeep(entities.count, at: path, namer.inheritance)
                : .inheritedPropertiesOmitted(entities.count, at: path, namer.inheritance))
    }

    /// Reports members of composites whose columns get other names in SwiftData.
    private func checkStoredNames(ofCompositesIn named: NamedModel, into diagnostics: inout [Diagnostic]) {
        for composite in named.model.composites {
            let names = named.namer.compositeMemberNames(of: composite)
            for member in composite.attributes where SwiftDataCompositeContext.supports(member.type) {
                guard let name = names[member.name]?.property.filter({ $0 != "`" }), name != member.name else {
                    continue
                }
                let path = SchemaPath.model.appending(.composite, composite.name).attribute(member.name)
                diagnostics.append(.storedNameChanged(to: name, at: path))
            }
        }
    }

    /// Reports inverses that the code leaves out, because they do not exist or do not point back.
    private func checkInverses(in lookup: ModelLookup, into diagnostics: inout [Diagnostic]) {
        let inverses = ModelInverses(in: lookup)
        for entity in lookup.model.entities {
            for relationship in entity.relationships where inverses.isOneSided(relationship, of: entity) {
                let path = SchemaPath.entity(entity.name).relationship(relationship.name)
                let exists = lookup.inverse(of: relationship) != nil
                diagnostics.append(.inverseOmitted(relationship, exists: exists, at: path))
            }
        }
    }

    /// The properties that the runtime supports in uniqueness constraints.
    private static func constrainableNames(of entity: Entity, in lookup: ModelLookup) -> Set<String> {
        let toOne = lookup.relationships(of: entity).filter { !$0.isToMany }
        return Set(lookup.attributes(of: entity).map(\.name) + toOne.map(\.name))
    }

    /// Reports attributes that snapshot structs of Core Data objects leave out.
    private func checkSnapshots(of model: Model, into diagnostics: inout [Diagnostic]) {
        guard options.generatesSnapshots else { return }
        for entity in model.entities where entity.className != nil {
            for attribute in entity.attributes where !CoreDataTypeMapping.isSnapshotable(attribute.type) {
                let path = SchemaPath.entity(entity.name).attribute(attribute.name)
                diagnostics.append(.snapshotAttributeOmitted(attribute, at: path))
            }
        }
    }

    /// Reports parts of the model that Core Data supports, but the runtime does not yet.
    private func checkSupport(of named: NamedModel, into diagnostics: inout [Diagnostic]) {
        let (model, lookup, namer) = (named.model, named.lookup, named.namer)
        checkInverses(in: lookup, into: &diagnostics)
        if options.accessLevel == .public, options.modelConstant == nil, namer.modelAccessorName == "model" {
            diagnostics.append(.commonModelName)
        }
        let types = QueryTypes(in: lookup, namer: namer)
        for template in model.fetchRequestTemplates {
            let path = SchemaPath.model.appending(.fetchRequest, template.name)
            if namer.queryFunctions.functionName(of: template) == nil {
                diagnostics.append(.withoutFetchFunction(at: path))
            }
            for variable in types.unknownVariables(of: template) {
                diagnostics.append(.untypedParameter(variable, at: path))
            }
        }
        for composite in model.composites {
            for member in composite.attributes where !CompositeContext.supports(member.type) {
                let path = SchemaPath.model.appending(.composite, composite.name).attribute(member.name)
                diagnostics.append(.withoutAccessor(member, at: path))
            }
        }
        for entity in model.entities {
            // Collect the names only if there are constraints: most entities have none, and some have many ancestors.
            let names = entity.uniquenessConstraints.isEmpty ? [] : Self.constrainableNames(of: entity, in: lookup)
            for (number, constraint) in entity.uniquenessConstraints.enumerated() {
                guard let property = constraint.propertyNames.first(where: { !names.contains($0) }) else { continue }
                let path = SchemaPath.entity(entity.name).appending(.uniquenessConstraint, occurrence: number)
                diagnostics.append(.constraintNotEnforced(property, of: entity, at: path))
            }
            for attribute in entity.attributes {
                let path = SchemaPath.entity(entity.name).attribute(attribute.name)
                if !AttributeTypeMapping.supports(attribute.type) {
                    diagnostics.append(.withoutAccessor(attribute, at: path))
                }
                if options.generatesSnapshots, !SnapshotContext.holds(attribute) {
                    diagnostics.append(.snapshotAttributeOmitted(attribute, at: path))
                }
            }
        }
    }
}
