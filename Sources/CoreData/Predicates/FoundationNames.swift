public import Foundation

// Foundation declares both classes off Apple's platforms, as deprecated, and without a way to create their objects.
// Naming a deprecated type is a warning, unless the name comes from a protocol's associated type.

/// Names the classes of Foundation that it has deprecated off Apple's platforms.
public protocol FoundationNaming {
    /// The class of expressions.
    associatedtype Expression: NSObject
    /// The class of comparisons.
    associatedtype Comparison: NSPredicate
    /// The kinds of expressions.
    associatedtype ExpressionKind
}

/// The names of Foundation's classes.
public enum FoundationNames: FoundationNaming {}

@available(*, deprecated, message: "Use the names of this module.")
extension FoundationNames {
    /// The class of expressions.
    public typealias Expression = Foundation.NSExpression
    /// The class of comparisons.
    public typealias Comparison = Foundation.NSComparisonPredicate
    /// The kinds of expressions.
    public typealias ExpressionKind = Foundation.NSExpression.ExpressionType
}

/// The class of expressions, by a way that names nothing deprecated.
public typealias ExpressionClass<Names: FoundationNaming> = Names.Expression
/// The class of comparisons, by a way that names nothing deprecated.
public typealias ComparisonClass<Names: FoundationNaming> = Names.Comparison
/// The kinds of expressions, by a way that names nothing deprecated.
public typealias ExpressionKinds<Names: FoundationNaming> = Names.ExpressionKind

/// An expression that has a value: a constant, a key path, a computation.
///
/// This is Foundation's class, with the members that it lacks off Apple's platforms. In a file that imports Foundation
/// before this module, the compiler warns that Foundation has deprecated it.
public typealias NSExpression = ExpressionClass<FoundationNames>

/// A predicate that compares the values of two expressions.
///
/// This is Foundation's class, with the members that it lacks off Apple's platforms. In a file that imports Foundation
/// before this module, the compiler warns that Foundation has deprecated it.
public typealias NSComparisonPredicate = ComparisonClass<FoundationNames>
