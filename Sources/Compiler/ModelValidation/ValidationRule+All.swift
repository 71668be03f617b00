package import ModelDiagnostics

extension ValidationRule {
    /// All rules, by family.
    static let all: [ValidationRule] = [
        duplicateNameRules, identifierRules, reservedNameRules, inheritanceRules, destinationRules,
        relationshipCountRules, deleteRuleRules, attributeTypeRules, attributeValueRules, enumRules, compositeRules,
        expressionRules, indexRules, referenceRules, migrationRules, cloudKitRules, swiftDataRules,
        settingRules,
    ].flatMap { $0 }
}

extension ValidationRule {
    /// The codes of errors that do not keep a model from being compiled: those about names and enums in generated code,
    /// which need not exist, and an inverse that does not exist, which compiled models can contain.
    package static let codesWithoutEffectOnCompiledModels = Set(
        (identifierRules + enumRules + [classSharedMismatch, relationshipInverseUnknown]).map(\.code))
}
