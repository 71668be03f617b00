import Foundation
public import ModelExpressions

extension ModelPredicate {
    /// Creates a predicate in the format language, such as `.format("name BEGINSWITH[c] %@ AND age > %d", "a", 30)`.
    ///
    /// Arguments are values and are never parsed (rule PRED-1). `%K` takes a key path as a string.
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format(
        _ format: String, _ arguments: (any PredicateArgument)?...
    ) throws(FormatError) -> ModelPredicate {
        try self.format(format, argumentArray: arguments)
    }

    /// Creates a predicate in the format language with the values of its placeholders in an array, from left to right.
    ///
    /// - Throws: `FormatError`, with the position of the problem (rule PRED-15).
    public static func format(
        _ format: String, argumentArray arguments: [(any PredicateArgument)?]
    ) throws(FormatError) -> ModelPredicate {
        try ModelPredicate(
            format: format, arguments: arguments.map { $0?.formatArgument ?? .constant(.null) },
            extraArguments: .ignored)
    }

    /// Returns whether the predicate is true for an object, including unsaved changes.
    ///
    /// ```swift
    /// let predicate = try ModelPredicate(format: "universe == $UNIVERSE")
    /// let isThere = try predicate.evaluate(with: hero, substitutionVariables: ["UNIVERSE": 0])
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object that `SELF` stands for.
    ///   - variables: The values of `$NAME`, by name.
    /// - Throws: ``QueryError`` for a key that the object does not have, and for anything that cannot be evaluated.
    public func evaluate(
        with object: ManagedObject, substitutionVariables variables: [String: (any PredicateValue)?] = [:]
    ) throws -> Bool {
        let source = ManagedObjectSource(context: object.managedObjectContext)
        return try PredicateEvaluator(source: source, now: Date())
            .evaluate(self, on: .object(object), variables: variables.mapValues { $0?.predicateValue ?? .null })
    }

    /// Returns whether the predicate is true for an object or any other value.
    ///
    /// - Parameter context: Looks up the objects for IDs; nil for no look-up.
    /// - Throws: ``QueryError`` for a key that the value does not have, and for anything that cannot be evaluated.
    package func evaluate(
        on value: QueryValue<ManagedObject>, in context: ManagedObjectContext?, variables: [String: ConstantValue]
    ) throws -> Bool {
        try PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            .evaluate(self, on: value, variables: variables)
    }

    /// Returns the predicate with values in place of its variables (rule PRED-14). A variable without a value stays.
    public func withSubstitutionVariables(_ variables: [String: (any PredicateValue)?]) -> ModelPredicate {
        substituting(variables.mapValues { $0?.predicateValue ?? .null })
    }
}

extension ModelExpression {
    /// Returns the value of the expression for an object, including unsaved changes.
    ///
    /// - Throws: ``QueryError``.
    package func value(of object: ManagedObject) throws -> QueryValue<ManagedObject> {
        let source = ManagedObjectSource(context: object.managedObjectContext)
        return try PredicateEvaluator(source: source, now: Date()).evaluate(self, on: .object(object))
    }

    /// Returns the value of the expression for an object or any other value.
    ///
    /// - Parameter context: Looks up the objects for IDs; nil for no look-up.
    /// - Throws: ``QueryError``.
    package func evaluate(
        on value: QueryValue<ManagedObject>, in context: ManagedObjectContext?, variables: [String: ConstantValue]
    ) throws -> QueryValue<ManagedObject> {
        try PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            .evaluate(self, on: value, variables: variables)
    }
}

/// A managed object whose class may compute values by key, beyond those of the model.
package protocol ComputingValues: ManagedObject {
    /// Returns the value that the class computes for a key, of a transient attribute or of no property; nil if it
    /// computes none.
    ///
    /// - Throws: ``QueryError`` for a value of a type that conditions don't have.
    func computedValue(forKey key: String) throws -> QueryValue<ManagedObject>?
}

/// Reads the values of managed objects, including unsaved changes.
struct ManagedObjectSource: QuerySource {
    /// Looks up the objects for IDs; nil for objects that have left their context.
    let context: ManagedObjectContext?

    func value(forKey key: String, of object: ManagedObject) throws -> QueryValue<ManagedObject> {
        try checkReadable(object)
        let entity = object.entity
        if let index = entity.attributeIndexes[key] {
            try object.context?.loadValues(of: [object])
            if !entity.transientIndexes.isEmpty, entity.isTransient(attribute: index),
                let computed = try (object as? any ComputingValues)?.computedValue(forKey: key)
            {
                return computed
            }
            return QueryValue(object.value(at: index))
        }
        if let relationship = entity.relationship(named: key) {
            try object.context?.readAhead([object], at: [relationship])
            let showsNone = object.flags.contains(.hasLeft) || object.flags.contains(.isUnplaced)
            guard showsNone || object.managedObjectContext != nil else { throw missingContext(object) }
            let destinations = object.destinations(of: relationship).map { QueryValue.object($0) }
            return relationship.isToMany ? .many(destinations) : destinations.first ?? .null
        }
        if entity.fetchedProperty(named: key) != nil {
            return .many(try object.fetchedObjects(forKey: key).map { .object($0) })
        }
        switch key {
        case "self", "objectID": return .object(object)
        case "entity":
            return .structure(QueryStructure(name: "entity", members: ["name": .string(entity.name)], isOpen: true))
        default:
            if let computed = try (object as? any ComputingValues)?.computedValue(forKey: key) { return computed }
            throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
    }

    func objectID(of object: ManagedObject) -> ObjectID { object.objectID }

    func subject(with objectID: ObjectID) -> ManagedObject? {
        context.flatMap { context in context.layout.reference(for: objectID).flatMap(context.livingObject) }
    }

    /// Throws for an object that was never read and whose context no longer exists.
    private func checkReadable(_ object: ManagedObject) throws {
        // One that was created in no context has the default values.
        guard object.context == nil, !object.hasPending, object.heldRow.isNone, !object.flags.contains(.isUnplaced)
        else { return }
        throw missingContext(object)
    }

    private func missingContext(_ object: ManagedObject) -> QueryError {
        QueryError(
            code: .missingContext,
            message: "the context of \(object) no longer exists; keep the context while you use its objects")
    }
}

// In predicates, objects are represented by their IDs.
extension ManagedObject: PredicateValue {
    public final var predicateValue: ConstantValue { objectID.predicateValue }

    /// The value of the object in a predicate that still means the object after the save of a new one.
    package final var lastingPredicateValue: ConstantValue {
        let objectID = objectID
        guard objectID.isTemporaryID, let context else { return objectID.predicateValue }
        let identity = context.trackedIdentities.identity(of: reference, objectID)
        return .opaque(OpaqueValue(identity, entityName: objectID.entityName))
    }
}

extension ToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}

extension OrderedToMany: PredicateArgument, PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}
