public import ModelDiagnostics

extension TemplateSet {
    /// What is wrong with the templates of the user: every name, filter and tag that there is not, sorted by place.
    ///
    /// Templates that replace built-in ones are checked against what they are rendered with, and those that they name
    /// with them. Templates that nothing uses are warnings.
    ///
    /// - Parameters:
    ///   - context: What the templates receive. Those written for SwiftGen may look for names that it never had: such
    ///     names are warnings.
    ///   - unit: What templates written for SwiftGen are rendered for.
    public func check(
        _ context: GenerationOptions.TemplateContext = .own, per unit: GenerationOptions.TemplateUnit = .run
    ) -> [LocatedDiagnostic] {
        guard !files.isEmpty else { return [] }
        if context == .swiftGen {
            let checker = TemplateChecker(self, unknownNameSeverity: .warning)
            let types = unit == .run ? SwiftGenContext.variableTypes : SwiftGenEntityContext.variableTypes
            for file in mainFiles { checker.check(file.name, variables: types) }
            return checker.failures.map(\.diagnostic).sorted()
        }
        return checkAll().filter { problem in files.contains { $0.path == problem.position.file } }
    }

    /// What is wrong with the templates, the built-in ones too.
    func checkAll() -> [LocatedDiagnostic] {
        let checker = TemplateChecker(self)
        for context in TemplateContexts.all { checker.check(context.templateName, variables: context.variableTypes) }
        for file in files where !checker.visited.contains(file.name) {
            if let source = source(named: file.name) { checker.report(.unused(source)) }
        }
        return checker.failures.map(\.diagnostic).sorted()
    }
}

extension TemplateRecord {
    /// The types of the variables of a template that it is rendered with.
    fileprivate static var variableTypes: [String: TemplateType] {
        var types = Dictionary(fieldTypes.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        types["param"] = TemplateParameters.templateType
        return types
    }
}
