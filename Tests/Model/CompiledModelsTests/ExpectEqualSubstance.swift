import ModelSchema
import Testing

/// Expects a compiled model to hold what its source does, as far as compilers keep it.
func expectEqualSubstance(
    _ compiled: Model, _ source: Model, _ name: String, ignoringDefaults: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let compiled = Set(compiled.entities.flatMap { $0.substance(withDefaults: !ignoringDefaults) })
    let source = Set(source.entities.flatMap { $0.substance(withDefaults: !ignoringDefaults) })
    #expect(compiled.subtracting(source).sorted() == [], "\(name) has more", sourceLocation: sourceLocation)
    #expect(source.subtracting(compiled).sorted() == [], "\(name) has less", sourceLocation: sourceLocation)
}

extension Entity {
    /// A line for the entity and one for each property. Classes are left out: programs set them when they run.
    fileprivate func substance(withDefaults: Bool) -> [String] {
        let constraints = uniquenessConstraints.map { $0.propertyNames.joined(separator: ".") }.sorted()
        let line =
            "\(name): \(isAbstract) \(parentName ?? "-") \(renamingIdentifier ?? "-") \(versionHashModifier ?? "-") "
            + "\(constraints) \(userInfo.entries)"
        return [line] + attributes.map { "\(name)/" + $0.substance(withDefault: withDefaults) }
            + relationships.map { "\(name)/" + $0.substance }
            + fetchedProperties.map { "\(name)/\($0.name) \($0.fetchRequest)" }
    }
}

extension Attribute {
    /// A default counts as what it means: `0.0` says the same as `0`.
    fileprivate func substance(withDefault: Bool) -> String {
        "\(name): \(type) \(isOptional) \(isTransient) \(derivationExpression ?? "-") "
            + "\(withDefault ? defaultValue.map { "\($0)" } ?? "-" : "") \(minValueString ?? "-") \(maxValueString ?? "-") "
            + "\(minDateTimeInterval ?? "-") \(maxDateTimeInterval ?? "-") \(regularExpressionString ?? "-") "
            + "\(valueTransformerName ?? "-") \(renamingIdentifier ?? "-") \(versionHashModifier ?? "-") "
            + "\(allowsExternalBinaryDataStorage) \(preservesValueInHistoryOnDeletion) \(userInfo.entries)"
    }
}

extension Relationship {
    fileprivate var substance: String {
        "\(name): \(isOptional) \(isTransient) \(isToMany) \(minimumCount) \(maximumCount) \(isOrdered) \(deleteRule) "
            + "\(destinationName ?? "-") \(inverseName ?? "-") \(inverseEntityName ?? "-") "
            + "\(renamingIdentifier ?? "-") \(versionHashModifier ?? "-") \(userInfo.entries)"
    }
}
