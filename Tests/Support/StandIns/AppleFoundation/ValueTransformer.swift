// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension NSValueTransformerName {
    public static var secureUnarchiveFromDataTransformerName: NSValueTransformerName { standIn() }
    public static var keyedUnarchiveFromDataTransformerName: NSValueTransformerName { standIn() }
}

open class ValueTransformer: NSObject {
    public override init() {}
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {}
    public init?(forName name: NSValueTransformerName) {}
    open class func valueTransformerNames() -> [NSValueTransformerName] { standIn() }
    open class func transformedValueClass() -> AnyClass { standIn() }
    open class func allowsReverseTransformation() -> Bool { standIn() }
    open func transformedValue(_ value: Any?) -> Any? { standIn() }
    open func reverseTransformedValue(_ value: Any?) -> Any? { standIn() }
}

open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    open class var allowedTopLevelClasses: [AnyClass] { standIn() }
}
