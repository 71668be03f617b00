public import ModelDiagnostics
import StencilTemplates

extension TemplateSet {
    /// The problems of the user's templates: unknown names, filters, and tags, sorted by place.
    ///
    /// The method checks templates that replace built-in ones against their contexts, together with the templates that
    /// they include. Unused templates are warnings.
    ///
    /// - Parameters:
    ///   - context: The context that the templates receive. Templates written for SwiftGen can use names that SwiftGen
    ///     never had. Such names are warnings.
    ///   - unit: The unit for which templates written for SwiftGen are rendered.
    public func check(
        _ context: GenerationOptions.TemplateContext = .own, per unit: GenerationOptions.TemplateUnit = .run
    ) -> [LocatedDiagnostic] {
        guard !files.isEmpty else { return [] }
        if context == .swiftGen {
            let checker = TemplateChecker(sources, filters: .all, unknownNameSeverity: .warning)
            let types = unit == .run ? SwiftGenContext.variableTypes : SwiftGenEntityContext.variableTypes
            for file in mainFiles { checker.check(file.name, variables: types) }
            return checker.failures.map(\.diagnostic).sorted()
        }
        return checkAll().filter { problem in files.contains { $0.path == problem.position.file } }
    }

    /// The problems of all templates, including the built-in ones.
    func checkAll() -> [LocatedDiagnostic] {
        let checker = TemplateChecker(sources, filters: .all)
        for context in TemplateContexts.all { checker.check(context.templateName, variables: context.variableTypes) }
        for file in files where !checker.visited.contains(file.name) {
            if let source = sources[file.name] { checker.report(.unused(source)) }
        }
        return checker.failures.map(\.diagnostic).sorted()
    }
}

extension TemplateRecord {
    /// The types of the variables that a template is rendered with.
    fileprivate static var variableTypes: [String: TemplateType] {
        var types = Dictionary(fieldTypes.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        types["param"] = TemplateParameters.templateType
        return types
    }
}
