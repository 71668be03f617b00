public import ModelDiagnostics
public import ModelSchema

/// Turns a sound model into Swift source.
public struct CodeGenerator: Sendable {
    /// What the user has chosen.
    public var options: GenerationOptions
    /// What the code is rendered with.
    public var templates: TemplateSet

    /// A generator; by default with the built-in templates in the style of this package's runtime.
    public init(options: GenerationOptions = GenerationOptions(), templates: TemplateSet = .builtIn) {
        self.options = options
        self.templates = templates
    }

    /// The generated files, the model's first, then the entities' by name, parents before children.
    ///
    /// A function of its arguments: the same model gives the same bytes on every machine, whatever the order of its
    /// entities and properties.
    ///
    /// - Parameters:
    ///   - model: A model in which the validator has found no error.
    ///   - source: What the header says the code was made from, such as `Shop.xcdatamodeld`.
    /// - Throws: ``InvalidOption`` for options that cannot be, ``TemplateFailure`` if a template cannot be rendered.
    public func generate(_ model: Model, source: String) throws -> [GeneratedFile] {
        try options.check()
        return try generate(naming(model), source: source)
    }

    /// The same files, of a model whose names this generator has decided.
    package func generate(_ named: NamedModel, source: String) throws -> [GeneratedFile] {
        try options.check()
        var named = named
        if options.style == .objectGraph, let consistent = ModelInverses(in: named.lookup).consistentModel {
            named = naming(consistent)
        }
        let plan = OutputPlan(for: named, source: source)
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        return try ConcurrentWork.map(plan.files) { files in try files.map { try Self.render($0, with: renderer) } }
    }

    private static func render(_ file: OutputPlan.File, with renderer: TemplateRenderer) throws -> GeneratedFile {
        var text = try renderer.render(file.header)
        for section in file.sections {
            let code = try renderer.render(section)
            // A template of the user's may leave a part out.
            guard code.contains(where: { !$0.isWhitespace }) else { continue }
            text += String(repeating: "\n", count: type(of: section).emptyLinesBefore) + code
        }
        return GeneratedFile(name: file.name, text: text)
    }

    /// The files in which people add their own code, one for each class, by name of the class. They are to be written
    /// where there is nothing yet, and belong to people from then on.
    ///
    /// - Throws: ``TemplateFailure`` if the template cannot be rendered.
    public func humanFiles(for model: Model) throws -> [GeneratedFile] {
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        return try OutputPlan.humanFiles(for: model, options: options).map { name, context in
            GeneratedFile(name: name, text: try renderer.render(context))
        }
    }

    /// The files that templates written for SwiftGen give for some models, by name: one for each template that no other
    /// names, or for each such template and entity.
    ///
    /// - Throws: ``TemplateFailure`` if a template cannot be rendered.
    public func generate(forSwiftGen models: [Model]) throws(TemplateFailure) -> [GeneratedFile] {
        let context = SwiftGenContext(models, environment: options.environment)
        var files: [GeneratedFile] = []
        for file in templates.mainFiles {
            let renderer = TemplateRenderer(
                templates, parameters: options.parameters, lines: .forSwiftGen(file.text))
            let stem = file.name.split(separator: "/").last.map(String.init) ?? file.name
            switch options.templateUnit {
            case .run:
                files.append(
                    GeneratedFile(name: stem + ".swift", text: try renderer.render(file.name, context)))
            case .entity:
                for item in context.entityContexts {
                    // A template for a whole class, as those of other generators are, gives the file its name.
                    let name = stem == "entity" ? item.fileStem : "\(item.fileStem)+\(stem)"
                    files.append(
                        GeneratedFile(name: name + ".swift", text: try renderer.render(file.name, item)))
                }
            }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Decides the names of a model's generated code.
    package func naming(_ model: Model) -> NamedModel {
        NamedModel(model, options: options)
    }

    /// Reports what of a model has no generated code, or has it under another name.
    public func check(_ model: Model, into diagnostics: inout [Diagnostic]) {
        // What templates for SwiftGen make of a model is theirs, and so are the names.
        guard options.templateContext == .own else { return }
        check(naming(model), into: &diagnostics)
    }

    /// Reports the same of a model whose names this generator has decided.
    package func check(_ named: NamedModel, into diagnostics: inout [Diagnostic]) {
        let (model, namer) = (named.model, named.namer)
        switch options.style {
        case .objectGraph: checkSupport(of: named, into: &diagnostics)
        case .coreData: checkSnapshots(of: model, into: &diagnostics)
        }
        checkInheritance(of: model, namer: namer, into: &diagnostics)
        diagnostics += namer.renamings.map(Diagnostic.renamed)
    }

    /// Reports that code does not repeat what entities inherit, once for a model.
    private func checkInheritance(of model: Model, namer: SwiftNamer, into diagnostics: inout [Diagnostic]) {
        guard options.style == .objectGraph || options.generatesSnapshots else { return }
        let entities = model.entities.filter { !namer.inheritance.isRepeated(in: $0) }
        guard let first = entities.first else { return }
        diagnostics.append(.inheritedLeftOut(entities.count, at: .entity(first.name)))
    }

    /// Reports inverses that the code lacks, since they lead elsewhere.
    private func checkInverses(in lookup: ModelLookup, into diagnostics: inout [Diagnostic]) {
        let inverses = ModelInverses(in: lookup)
        for entity in lookup.model.entities {
            for relationship in entity.relationships where inverses.isOneSided(relationship, of: entity) {
                let path = SchemaPath.entity(entity.name).relationship(relationship.name)
                diagnostics.append(.inverseLeftOut(relationship, at: path))
            }
        }
    }

    /// The properties by which the runtime can tell objects apart.
    private static func constrainableNames(of entity: Entity, in lookup: ModelLookup) -> Set<String> {
        let toOne = lookup.relationships(of: entity).filter { !$0.isToMany }
        return Set(lookup.attributes(of: entity).map(\.name) + toOne.map(\.name))
    }

    /// Reports what structs of Core Data objects' values leave out.
    private func checkSnapshots(of model: Model, into diagnostics: inout [Diagnostic]) {
        guard options.generatesSnapshots else { return }
        for entity in model.entities where entity.className != nil {
            for attribute in entity.attributes where !CoreDataTypeMapping.isSnapshotable(attribute.type) {
                let path = SchemaPath.entity(entity.name).attribute(attribute.name)
                diagnostics.append(.notInSnapshot(attribute, at: path))
            }
        }
    }

    /// Reports what the runtime does not do yet. Core Data does all of it.
    private func checkSupport(of named: NamedModel, into diagnostics: inout [Diagnostic]) {
        let (model, lookup, namer) = (named.model, named.lookup, named.namer)
        checkInverses(in: lookup, into: &diagnostics)
        if options.accessLevel == .public, options.modelConstant == nil, namer.modelAccessorName == "model" {
            diagnostics.append(.commonModelName())
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
            // Most entities have no constraint, and some have many ancestors.
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
                    diagnostics.append(.notInSnapshot(attribute, at: path))
                }
            }
        }
    }
}
