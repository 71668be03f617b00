extension ValidationRule {
    /// Every rule, by family.
    static let all: [ValidationRule] = [
        duplicateNameRules,
        identifierRules,
        inheritanceRules,
        destinationRules,
    ].flatMap { $0 }
}
