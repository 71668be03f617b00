import Foundation
import ModelExpressions

extension ManagedObjectContext {
    /// Computes the derived attributes that depend on the changes, including those of other objects (rule DRV-2).
    ///
    /// - Throws: ``QueryError`` for a derivation that cannot be evaluated.
    func updateDerivedAttributes() throws {
        let derivations = managedObjectModel.derivations
        guard !derivations.isEmpty else { return }
        let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: self), now: now())
        for (object, attributes) in due(derivations) {
            for derivation in derivations.own[object.entity.ordinal] ?? []
            where attributes.contains(derivation.attribute) {
                let type = object.entity.attributeTypes[derivation.attribute]
                let result = try evaluator.evaluate(derivation.expression, on: .object(object))
                let value = AttributeValue(derived: result, as: type)
                if object.value(at: derivation.attribute) != value { object.setValue(value, at: derivation.attribute) }
            }
        }
    }

    /// The objects with derived attributes to compute, in the order of their changes.
    private func due(_ derivations: Derivations) -> [(object: ManagedObject, attributes: Set<Int>)] {
        var order: [ManagedObject] = []
        var attributes: [ObjectIdentifier: Set<Int>] = [:]
        func add(_ object: ManagedObject, _ attribute: Int) {
            if attributes[ObjectIdentifier(object)] == nil { order.append(object) }
            attributes[ObjectIdentifier(object), default: []].insert(attribute)
        }
        for object in changed {
            if object.state != .deleted, object.hasPersistentChangedValues {
                for derivation in derivations.own[object.entity.ordinal] ?? [] where object.isDue(derivation) {
                    add(object, derivation.attribute)
                }
            }
            for dependency in derivations.dependencies[object.entity.ordinal] ?? []
            where object.state != .updated || object.isChanged(forKey: dependency.key) {
                for owner in owners(from: object, along: dependency.wayBack) where owner.state != .deleted {
                    add(owner, dependency.derivation.attribute)
                }
            }
        }
        return order.map { ($0, attributes[ObjectIdentifier($0)] ?? []) }
    }

    private func owners(from object: ManagedObject, along wayBack: [Int]) -> [ManagedObject] {
        var present: Set<ManagedObject> = [object]
        for relationship in wayBack {
            present = Set(
                present.flatMap { object in
                    relationship < object.entity.relationships.count
                        ? object.destinations(of: object.entity.relationships[relationship]) : []
                })
        }
        return present.sorted { $0.reference < $1.reference }
    }
}

extension ManagedObject {
    /// Whether a change of the object itself affects a derived attribute.
    fileprivate func isDue(_ derivation: Derivations.Derivation) -> Bool {
        guard state == .updated, let keys = derivation.keys else { return true }
        return keys.contains(where: isChanged)
    }

    fileprivate func isChanged(forKey key: String) -> Bool {
        if let index = entity.attributeIndexes[key] { return isChanged(attribute: index) }
        if let index = entity.relationshipIndexes[key] { return isChanged(relationship: index) }
        return false
    }
}

extension AttributeValue {
    /// Converts the result of a derivation to the type of its attribute; null if it does not fit.
    init(derived value: QueryValue<ManagedObject>, as type: AttributeType) {
        self =
            switch (type, value) {
            case (.string, .string(let text)): .string(text)
            case (.date, .date(let date)): .date(date)
            case (.boolean, .boolean(let flag)): .boolean(flag)
            case (.uuid, .uuid(let uuid)): .uuid(uuid)
            case (.uri, .uri(let url)): .uri(url)
            case (.binary, .binary(let data)): .binary(data)
            case (.integer16, _), (.integer32, _), (.integer64, _): Self.integer(value, as: type)
            case (.double, _): value.number.map { .double($0.real) } ?? .null
            case (.float, _): value.number.map { .float(Float($0.real)) } ?? .null
            case (.decimal, _): value.number.map { .decimal($0.asDecimal) } ?? .null
            default: .null
            }
    }

    private static func integer(_ value: QueryValue<ManagedObject>, as type: AttributeType) -> AttributeValue {
        let number = value.number.flatMap { $0.whole ?? Int64(exactly: $0.real.rounded()) }
        guard let number, type.integerRange?.contains(number) == true else { return .null }
        return .integer(number)
    }
}

extension QueryNumber {
    fileprivate var asDecimal: Decimal {
        switch self {
        case .integer(let number): Decimal(number)
        case .real(let number): Decimal(number)
        case .decimal(let number): number
        }
    }
}
