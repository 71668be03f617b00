package import ObjectGraph

// A save has each property validated by the class if the class overrides the method for it (rule VAL-17).
extension NSManagedObject: ClassValidating {
    package static var validatesEachProperty: Bool { OverriddenMethod.validateValue.isOverridden(in: self) }

    package final func validateByClass(_ value: inout Any?, forKey key: String) throws {
        try validateValue(&value, forKey: key)
    }
}

// Conditions, orders, and sections see what the class answers for keys, as with key-value coding (rule OBJ-17).
extension NSManagedObject: ComputingValues {
    package final func computedValue(forKey key: String) throws -> QueryValue<ManagedObject>? {
        let isProperty = (self as ManagedObject).entity.attributeIndexes[key] != nil
        guard
            OverriddenMethod.valueForKey.isOverridden(in: Self.self)
                || !isProperty && OverriddenMethod.valueForUndefinedKey.isOverridden(in: Self.self)
        else { return nil }
        return try QueryValue(evaluated: value(forKey: key))
    }
}

/// Finds out which classes override a method of ``NSManagedObject``.
///
/// To call the method for each property of each object costs much, and nearly all classes don't override it. Swift
/// can't tell which do, but the tables of their methods can.
struct OverriddenMethod {
    /// ``NSManagedObject/validateValue(_:forKey:)``.
    static let validateValue = OverriddenMethod(of: ValidatingObject.self)
    /// ``NSManagedObject/value(forKey:)``.
    static let valueForKey = OverriddenMethod(of: AnsweringObject.self)
    /// ``NSManagedObject/value(forUndefinedKey:)``.
    static let valueForUndefinedKey = OverriddenMethod(of: CompletingObject.self)

    /// The index of the method in the table of a class; nil if tables are not as expected.
    let index: Int?

    /// - Parameter overriding: A class that overrides only this method.
    private init(of overriding: NSManagedObject.Type) {
        #if os(Linux) && _pointerBitWidth(_64)
            let found = MethodTable(of: NSManagedObject.self).overrides(in: overriding, unlike: PlainObject.self)
            index = found.count == 1 ? found[0] : nil
        #else
            index = nil
        #endif
    }

    /// Returns whether a class overrides the method. Without a table, every subclass of the program counts, which takes
    /// more time.
    func isOverridden(in objectClass: NSManagedObject.Type) -> Bool {
        if objectClass == NSManagedObject.self { return false }
        guard let index else { return true }
        return MethodTable(of: NSManagedObject.self).isOverridden(at: index, in: objectClass)
    }
}

private final class PlainObject: NSManagedObject {}

private final class ValidatingObject: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {}
}

private final class AnsweringObject: NSManagedObject {
    override func value(forKey key: String) -> Any? { nil }
}

private final class CompletingObject: NSManagedObject {
    override func value(forUndefinedKey key: String) -> Any? { nil }
}
