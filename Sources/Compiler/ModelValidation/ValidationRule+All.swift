extension ValidationRule {
    /// All rules, by family.
    static let all: [ValidationRule] = [
        duplicateNameRules, identifierRules, reservedNameRules, inheritanceRules, destinationRules,
        relationshipCountRules, deleteRuleRules, attributeTypeRules, attributeValueRules, enumRules, compositeRules,
        expressionRules, indexRules, referenceRules, migrationRules, cloudKitRules, swiftDataRules,
        settingRules,
    ].flatMap { $0 }
}
