package import ModelExpressions

/// The derived attributes of a model, and the changes that affect them.
package struct Derivations: Sendable {
    /// A derived attribute of an entity.
    package struct Derivation: Sendable {
        /// The index of the attribute.
        package var attribute: Int
        package var expression: ModelExpression
        /// The object's own properties that its paths begin with, if it depends only on them and on reported changes of
        /// other objects; nil if every save of the object computes it.
        package var keys: Set<String>?
        /// Whether the stored value is always the one that the expression has for the stored objects. Others, such as
        /// the time of a save, keep the value from the last save of the object.
        package var isReproducible = false
        /// Whether the value depends on other objects.
        package var dependsOnOtherObjects = false
    }

    /// A change of one object that affects a derived attribute of others.
    package struct Dependency: Sendable {
        /// The property that changes; an attribute or a relationship.
        package var key: String
        /// The indexes of the relationships that point back to the objects with the derived attribute.
        package var reversePath: [Int]
        package var derivation: Derivation
    }

    /// By the index of the entity with the derived attribute.
    package private(set) var own: [Int: [Derivation]] = [:]
    /// By the index of the changed entity.
    package private(set) var dependencies: [Int: [Dependency]] = [:]
    /// The maximum number of derived attributes that depend on one another in a row; 1 if they depend only on others.
    package private(set) var longestChain = 1

    package var isEmpty: Bool { own.isEmpty }

    /// Ignores expressions that do not parse, which the checker of models reports.
    init(_ entities: [EntityDescription]) {
        let byName = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
        var chained: Set<String> = []
        for entity in entities where !entity.isAbstract {
            for index in entity.derivedIndexes {
                guard let text = entity.attributes[index].derivationExpression,
                    let expression = try? ModelExpression(derivation: text)
                else { continue }
                var derivation = Derivation(attribute: index, expression: expression)
                let paths = expression.derivedPaths.map { Path($0, from: entity, byName) }
                let isFollowed = !paths.isEmpty && paths.allSatisfy(\.isFollowed)
                derivation.keys = isFollowed ? Set(paths.compactMap(\.keys.first)) : nil
                derivation.isReproducible = isFollowed && paths.allSatisfy(\.isReproducible)
                derivation.dependsOnOtherObjects = paths.contains { path in
                    path.keys.first.map { entity.relationship(named: $0) != nil } ?? false
                }
                for path in paths { addDependencies(of: derivation, along: path, byName) }
                if paths.contains(where: \.endsInDerived) { chained.insert(entity.attributeNames[index]) }
                own[entity.ordinal, default: []].append(derivation)
            }
        }
        longestChain = chained.count + 1
    }

    /// Whether derived values of other objects depend on some attributes of an entity, or some of these are derived
    /// from other objects.
    package func concern(_ attributes: some Sequence<Int>, of entity: EntityDescription) -> Bool {
        if isEmpty { return false }
        let dependencies = dependencies[entity.ordinal] ?? []
        return attributes.contains { attribute in
            derivation(ofAttribute: attribute, of: entity)?.dependsOnOtherObjects == true
                || dependencies.contains { $0.key == entity.attributeNames[attribute] }
        }
    }

    /// Returns the derivation of an attribute; nil for an attribute that is not derived.
    package func derivation(ofAttribute index: Int, of entity: EntityDescription) -> Derivation? {
        own[entity.ordinal]?.first { $0.attribute == index }
    }

    /// A path in a derivation, as far as the model has its properties.
    private struct Path {
        let keys: [String]
        /// The relationships that the path follows, with their destinations and the indexes of their inverses. Without
        /// an inverse, there is no way back, so each save of the object itself computes the value.
        var steps: [(destination: EntityDescription, inverse: Int)] = []
        /// Whether all changes along the path are reported to the object.
        var isFollowed = true
        /// Whether each of these changes is a change of the property that the path names.
        var isReproducible = true
        var endsInDerived = false

        init(_ keys: [String], from entity: EntityDescription, _ entities: [String: EntityDescription]) {
            self.keys = keys
            var present = entity
            for (position, key) in keys.enumerated() {
                guard let relationship = present.relationship(named: key) else {
                    let index = present.attributeIndexes[key]
                    // Stores do not contain it.
                    isReproducible = isReproducible && index.map { !present.isTransient(attribute: $0) } ?? false
                    endsInDerived = index.map { present.attributes[$0].isDerived } ?? false
                    isFollowed = isFollowed && position == keys.count - 1
                    return
                }
                let destination = entities[relationship.destinationName]
                let inverse = relationship.inverseIndex.flatMap { destination?.relationships[$0] }
                // The deletion of a destination may not change the relationship.
                if inverse?.schema.deleteRule ?? .noAction == .noAction { isReproducible = false }
                guard position < keys.count - 1 else { return }
                guard let destination, let inverse else {
                    isFollowed = false
                    return
                }
                steps.append((destination, inverse.index))
                present = destination
            }
        }
    }

    private mutating func addDependencies(
        of derivation: Derivation, along path: Path, _ entities: [String: EntityDescription]
    ) {
        var reversePath: [Int] = []
        for (step, key) in zip(path.steps, path.keys.dropFirst()) {
            reversePath.insert(step.inverse, at: 0)
            let dependency = Dependency(key: key, reversePath: reversePath, derivation: derivation)
            for name in step.destination.concreteFamilyNames {
                guard let member = entities[name] else { continue }
                dependencies[member.ordinal, default: []].append(dependency)
            }
        }
    }
}

extension ModelExpression {
    /// The property names of the paths in a derivation, without operators.
    fileprivate var derivedPaths: [[String]] {
        switch self {
        case .keyPath(let path, of: .evaluatedObject):
            [path.components.compactMap { if case .key(let name) = $0 { name } else { nil } }]
        case .function(_, let arguments): arguments.flatMap(\.derivedPaths)
        default: []
        }
    }
}
