public import Foundation
import ObjectGraph

// Generated accessors of properties that a handwritten class declares in other ways than Xcode's generated ones call
// these.
extension NSManagedObject {
    /// The value of an integer attribute whose type in code is `Int`; 0 if there is none.
    ///
    /// - Precondition: The entity has the attribute, and the number is one of its type.
    public final subscript(wholeNumber key: String) -> Int {
        get { self[number: key]?.intValue ?? 0 }
        set { self[number: key] = NSNumber(value: newValue) }
    }

    /// The value of an attribute as an object of Foundation, such as an `NSURL`; nil if there is none.
    ///
    /// - Precondition: The entity has the attribute, and the object is a value of its type.
    public final subscript<Object: NSObject>(foundationObject key: String) -> Object? {
        get { Self.foundationObject((self as ManagedObject).value(forKey: key)) as? Object }
        set { (self as ManagedObject).setValue(Self.swiftValue(newValue), forKey: key) }
    }

    /// The value as an object of Foundation.
    ///
    /// - Precondition: There is one.
    public final subscript<Object: NSObject>(requiredFoundationObject key: String) -> Object {
        get { required(self[foundationObject: key], key) }
        set { self[foundationObject: key] = Object?(newValue) }
    }

    /// The stored value of a property, without its accessor; nil if there is none.
    ///
    /// - Precondition: The entity has the property, and the value is one of its type.
    public final subscript<Value>(primitive key: String) -> Value? {
        get {
            let value = primitiveValue(forKey: key)
            return value as? Value ?? Self.foundationObject(value) as? Value
        }
        set { setPrimitiveValue(Self.swiftValue(newValue), forKey: key) }
    }

    /// The stored value of a property, without its accessor.
    ///
    /// - Precondition: There is one.
    public final subscript<Value>(requiredPrimitive key: String) -> Value {
        get { required(self[primitive: key], key) }
        set { self[primitive: key] = Value?(newValue) }
    }

    private func required<Value>(_ value: Value?, _ key: String) -> Value {
        guard let value else { endProgram("'\(key)' of \(self) is nil, but its declaration is not optional") }
        return value
    }

    private static func foundationObject(_ value: Any?) -> NSObject? {
        switch value {
        case let text as String: NSString(string: text)
        case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let data as Data: NSData(data: data)
        case let uuid as UUID: NSUUID(uuidString: uuid.uuidString)
        case let url as URL: NSURL(string: url.absoluteString)
        default: value as? NSObject
        }
    }

    private static func swiftValue(_ value: Any?) -> Any? {
        switch value {
        case let text as NSString: text as String
        case let date as NSDate: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let data as NSData: data as Data
        case let uuid as NSUUID: UUID(uuidString: uuid.uuidString)
        case let url as NSURL: URL(string: url.absoluteString)
        default: value
        }
    }
}
