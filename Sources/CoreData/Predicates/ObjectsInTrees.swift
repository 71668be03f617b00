import ModelExpressions
import ObjectGraph

// Predicates are equal if they are about the same objects. A new object has another ID after its save, and a predicate
// with it follows, but the hash of the predicate must stay.
extension ModelPredicate {
    /// Whether both are the same, with the IDs that their objects have now.
    func isSame(as other: ModelPredicate) -> Bool {
        self == other || mappingObjects(\.predicateValue) == other.mappingObjects(\.predicateValue)
    }

    /// A hash that is the same before and after the save of new objects.
    var hashWithoutObjects: Int { mappingObjects { _ in .null }.hashValue }

    fileprivate func mappingObjects(_ constant: (ObjectID) -> ConstantValue) -> ModelPredicate {
        mapping { $0.mappingObjects(constant) }
    }
}

extension ModelExpression {
    /// Whether both are the same, with the IDs that their objects have now.
    func isSame(as other: ModelExpression) -> Bool {
        self == other || mappingObjects(\.predicateValue) == other.mappingObjects(\.predicateValue)
    }

    /// A hash that is the same before and after the save of new objects.
    var hashWithoutObjects: Int { mappingObjects { _ in .null }.hashValue }

    fileprivate func mappingObjects(_ constant: (ObjectID) -> ConstantValue) -> ModelExpression {
        if case .constant(let value) = self { return .constant(value.mappingObjects(constant)) }
        return mapping({ $0.mappingObjects(constant) }, condition: { $0.mappingObjects(constant) })
    }
}

extension ConstantValue {
    fileprivate func mappingObjects(_ constant: (ObjectID) -> ConstantValue) -> ConstantValue {
        switch self {
        case .opaque(let value): value.objectID.map(constant) ?? self
        case .collection(let members): .collection(members.map { $0.mappingObjects(constant) })
        default: self
        }
    }
}
