// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// What Foundation has on Apple's platforms, beyond what the stand-in of Core Data needs for generated code. Dates,
// UUIDs, URLs, and data are no arguments of formats there.
extension Array: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { [] }
}

extension Dictionary: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { [] }
}

extension Set: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { [] }
}

/// The pointers of Objective-C's methods that return a value through a parameter.
public typealias AutoreleasingUnsafeMutablePointer = UnsafeMutablePointer

/// Objective-C's names of methods. Whether `#selector` finds a method can't be checked without Objective-C.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
    public init(_ str: String) {}
    public init(stringLiteral value: String) {}
}

public func NSStringFromSelector(_ aSelector: Selector) -> String { standIn() }
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { standIn() }

extension NSSortDescriptor {
    public convenience init(key: String?, ascending: Bool, selector: Selector?) {
        self.init(keyPath: \String.count, ascending: true)
    }
    public var selector: Selector? { standIn() }
}

extension NSPredicate {
    public convenience init(format predicateFormat: String, arguments argList: CVaListPointer) {
        self.init(value: true)
    }
    public convenience init?<Input: NSObject>(_ predicate: Predicate<Input>) { self.init(value: true) }
}

// Key-value coding of Foundation's collections. Objects have it in the stand-in of NSManagedObject.
extension NSSet {
    public func value(forKey key: String) -> Any { standIn() }
    public func value(forKeyPath keyPath: String) -> Any? { standIn() }
    public func setValue(_ value: Any?, forKey key: String) {}
    public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> { standIn() }
}

extension NSArray {
    public func value(forKey key: String) -> Any { standIn() }
    public func value(forKeyPath keyPath: String) -> Any? { standIn() }
    public func setValue(_ value: Any?, forKey key: String) {}
}

extension NSOrderedSet {
    public func value(forKey key: String) -> Any { standIn() }
    public func value(forKeyPath keyPath: String) -> Any? { standIn() }
    public func setValue(_ value: Any?, forKey key: String) {}
}

extension NSDictionary {
    public func value(forKeyPath keyPath: String) -> Any? { standIn() }
}
