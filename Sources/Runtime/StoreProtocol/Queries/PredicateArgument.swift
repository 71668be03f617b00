public import Foundation
public import ModelExpressions

/// A value for a placeholder in a predicate's format.
///
/// ```swift
/// var arguments: [any PredicateArgument] = [2]
/// var format = "universe == %ld"
/// if let teamName {
///     format += " AND ANY teams.name == %@"
///     arguments.append(teamName)
/// }
/// request.predicate = try .format(format, argumentArray: arguments)
/// ```
public protocol PredicateArgument {
    /// The argument for the parser of formats.
    var formatArgument: FormatArgument { get }
}

/// A value that a predicate can compare, for a placeholder or a variable.
///
/// Objects are represented by their IDs. If a new object is saved, create the predicate again, because the object then
/// has another ID.
///
/// ```swift
/// enum Universe: Int64, PredicateValue {
///     case prime = 1, mirror
///
///     var predicateValue: ConstantValue { .integer(rawValue) }
/// }
/// ```
public protocol PredicateValue: PredicateArgument {
    /// The value for comparisons; for an object, its ID.
    var predicateValue: ConstantValue { get }
}

extension PredicateValue {
    public var formatArgument: FormatArgument { .constant(predicateValue) }
}

extension ModelPredicate: PredicateArgument {
    public var formatArgument: FormatArgument { .predicate(self) }
}

extension ModelExpression: PredicateArgument {
    public var formatArgument: FormatArgument { .expression(self) }
}

extension ConstantValue: PredicateValue {
    public var predicateValue: ConstantValue { self }
}

extension Bool: PredicateValue {
    public var predicateValue: ConstantValue { .boolean(self) }
}

extension FixedWidthInteger where Self: PredicateValue {
    /// Numbers above the greatest `Int64` become real numbers.
    public var predicateValue: ConstantValue { Int64(exactly: self).map { .integer($0) } ?? .real(Double(self)) }
}

extension Int: PredicateValue {}
extension Int8: PredicateValue {}
extension Int16: PredicateValue {}
extension Int32: PredicateValue {}
extension Int64: PredicateValue {}
extension UInt: PredicateValue {}
extension UInt8: PredicateValue {}
extension UInt16: PredicateValue {}
extension UInt32: PredicateValue {}
extension UInt64: PredicateValue {}

extension Float: PredicateValue {
    public var predicateValue: ConstantValue { .real(Double(self)) }
}

extension Double: PredicateValue {
    public var predicateValue: ConstantValue { .real(self) }
}

extension Decimal: PredicateValue {
    public var predicateValue: ConstantValue { .decimal(description) }
}

extension String: PredicateValue {
    public var predicateValue: ConstantValue { .string(self) }
}

extension Date: PredicateValue {
    public var predicateValue: ConstantValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: PredicateValue {
    public var predicateValue: ConstantValue { .data([UInt8](self)) }
}

extension UUID: PredicateValue {
    public var predicateValue: ConstantValue { .uuid(text) }
}

extension URL: PredicateValue {
    public var predicateValue: ConstantValue { .url(absoluteString) }
}

extension ObjectID: PredicateValue {
    public var predicateValue: ConstantValue { .opaque(OpaqueValue(self, entityName: entityName)) }
}

extension Optional: PredicateArgument, PredicateValue where Wrapped: PredicateValue {
    public var predicateValue: ConstantValue { self?.predicateValue ?? .null }
}

extension Array: PredicateArgument, PredicateValue where Element: PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}

extension Set: PredicateArgument, PredicateValue where Element: PredicateValue {
    public var predicateValue: ConstantValue { .collection(map(\.predicateValue)) }
}
