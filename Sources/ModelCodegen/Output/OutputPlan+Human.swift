import ModelSchema

extension OutputPlan {
    /// The files that people edit, by name: one for each generated class of a model.
    static func humanFiles(for model: Model, options: GenerationOptions) -> [(name: String, context: HumanContext)] {
        let named = NamedModel(model, options: options)
        let (lookup, namer) = (named.lookup, named.namer)
        let access = options.accessLevel == .internal ? "" : options.accessLevel.rawValue + " "
        return namer.classes.compactMap { item in
            let context: HumanContext? =
                switch options.style {
                case .objectGraph:
                    HumanContext(EntityContext(item.entity, in: lookup, namer: namer, access: access), options: options)
                case .coreData:
                    CoreDataClass(item.entity, in: lookup, namer: namer).map {
                        HumanContext($0, access: access, options: options)
                    }
                }
            return context.map { ("\(namer.fileStem(of: item.entity)).swift", $0) }
        }
        .sorted { $0.name < $1.name }
    }
}
