import ModelSchema

extension OutputPlan {
    /// The files as Xcode writes them: one for the model, and for each class, one for the class and one for its
    /// properties.
    ///
    /// With the layout of one file for the model, the file has the same name as in every style. Entities without a
    /// class have no files. Entities with a hand-written class have a file for their properties only.
    static func coreDataFiles(
        for named: NamedModel, source: String, access: String
    ) -> [File] {
        let (model, lookup, namer) = (named.model, named.lookup, named.namer)
        let options = namer.options
        func file(_ name: String, _ sections: [any TemplateContext], _ attributes: [Attribute] = []) -> File {
            let showsImports = showImports(attributes, namer: namer)
            let header = coreDataHeader(
                source, for: sections, showsImports: showsImports, options: options, access: access)
            return File(
                name: name, header: header, needsFoundation: true, showsImports: showsImports, sections: sections)
        }
        let classes = namer.classes.compactMap { CoreDataClass($0.entity, in: lookup, namer: namer) }
        if let module = options.accessorsModule {
            let stem = namer.fileStem(ofModel: model.name)
            let name = "\(stem)+\(options.fileLayout == .model ? "Generated" : "CoreDataAccessors").swift"
            let supplied = classes.filter { options.suppliesAccessors(of: $0.entity) }
            return [file(name, supplied.map { CoreDataAccessorsContext($0, module: module, options: options) })]
        }
        var declaredEnumerations: Set<String> = []
        // Without public imports, the code needs no declarations that use the modules.
        let modelSections =
            access.isEmpty && options.platforms == .apple
            ? [] : [CoreDataModelContext(lookup, namer: namer, access: access)]
        let modelFile = file("\(namer.fileStem(ofModel: model.name))+CoreDataModel.swift", modelSections)
        let declared = classes.filter { options.declaresProperties(of: $0.entity) }
        let classFiles = declared.flatMap { item in
            let enumerations = enumerations(of: item.entity.attributes, namer: namer, access: access)
                .filter { declaredEnumerations.insert($0.name).inserted }
            let snapshots = options.generatesSnapshots ? [SnapshotContext(item, access: access, options: options)] : []
            let properties = file(
                "\(item.plainName)+CoreDataProperties.swift",
                [CoreDataPropertiesContext(item, access: access, options: options)] + enumerations + snapshots,
                item.entity.attributes)
            guard options.declaresClass(of: item.entity) else { return [properties] }
            let definition = file(
                "\(item.plainName)+CoreDataClass.swift", [CoreDataClassContext(item, access: access, options: options)])
            return [definition, properties]
        }
        switch options.fileLayout {
        case .entity: return [modelFile] + classFiles
        case .model:
            let name = "\(namer.fileStem(ofModel: model.name))+Generated.swift"
            let attributes = declared.flatMap(\.entity.attributes)
            return [file(name, modelFile.sections + classFiles.flatMap(\.sections), attributes)]
        }
    }

    private static func coreDataHeader(
        _ source: String, for sections: [any TemplateContext], showsImports: Bool, options: GenerationOptions,
        access: String
    ) -> HeaderContext {
        // The compiler warns about a public import that no declaration needs.
        let frameworkAccess = sections.contains(where: \.exposesRuntime) ? access : ""
        return HeaderContext(
            source: source, modules: [(access, "Foundation"), (frameworkAccess, "CoreData")], options: options,
            showsImports: showsImports)
    }
}
