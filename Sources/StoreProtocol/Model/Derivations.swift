package import ModelExpressions

/// The derived attributes of a model, and the changes that affect them.
package struct Derivations: Sendable {
    /// A derived attribute of an entity.
    package struct Derivation: Sendable {
        /// The index of the attribute.
        package var attribute: Int
        package var expression: ModelExpression
        /// The object's own properties that its paths begin with, if it depends only on them and on reported changes of other
        /// objects; nil if every save of the object computes it.
        package var keys: Set<String>?
    }

    /// A change of one object that affects a derived attribute of others.
    package struct Dependency: Sendable {
        /// The property that changes; an attribute or a relationship.
        package var key: String
        /// The indexes of the relationships that point back to the objects with the derived attribute.
        package var wayBack: [Int]
        package var derivation: Derivation
    }

    /// By the index of the entity with the derived attribute.
    package private(set) var own: [Int: [Derivation]] = [:]
    /// By the index of the changed entity.
    package private(set) var dependencies: [Int: [Dependency]] = [:]

    package var isEmpty: Bool { own.isEmpty }

    /// Ignores expressions that do not parse, which the checker of models reports.
    init(_ entities: [EntityDescription]) {
        for entity in entities where !entity.isAbstract {
            for (index, attribute) in entity.attributes.enumerated() where attribute.isDerived {
                guard let text = attribute.derivationExpression,
                    let expression = try? ModelExpression(derivation: text)
                else { continue }
                let derivation = Derivation(attribute: index, expression: expression)
                let paths = expression.derivedPaths
                let isFollowed = paths.map { addDependencies(of: derivation, along: $0, from: entity, entities) }
                let keys = paths.isEmpty || isFollowed.contains(false) ? nil : Set(paths.compactMap(\.first))
                own[entity.ordinal, default: []].append(
                    Derivation(attribute: index, expression: expression, keys: keys))
            }
        }
    }

    /// - Returns: Whether all changes along the path are reported to the object.
    private mutating func addDependencies(
        of derivation: Derivation, along path: [String], from entity: EntityDescription,
        _ entities: [EntityDescription]
    ) -> Bool {
        let byName = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
        var present = entity
        var wayBack: [Int] = []
        for (position, key) in path.enumerated().dropLast() {
            // Without an inverse, there is no way back, so each save of its own object computes the value.
            guard let relationship = present.relationship(named: key), let inverse = relationship.inverseIndex,
                let destination = byName[relationship.destinationName]
            else { return false }
            wayBack.insert(inverse, at: 0)
            let dependency = Dependency(key: path[position + 1], wayBack: wayBack, derivation: derivation)
            for name in destination.concreteFamilyNames {
                guard let member = byName[name] else { continue }
                dependencies[member.ordinal, default: []].append(dependency)
            }
            present = destination
        }
        return true
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
