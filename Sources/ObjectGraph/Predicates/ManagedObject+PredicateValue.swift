public import ModelExpressions

// Objects in predicates stand for their identities.
extension ManagedObject: PredicateValue {
    public final var predicateValue: ConstantValue { objectID.predicateValue }
}

extension ToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}

extension OrderedToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}
