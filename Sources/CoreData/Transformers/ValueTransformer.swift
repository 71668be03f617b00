public import Foundation
import Synchronization

/// The name of a value transformer, as models name it.
public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// - Parameter rawValue: The name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// ``NSSecureUnarchiveFromDataTransformer``.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
    /// The one that models name which say none. Read here as ``secureUnarchiveFromDataTransformerName`` is.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")
}

// Unchecked: it has nothing that changes; what a subclass adds is for the subclass to see to.
/// Turns values into others, such as those of a Transformable attribute into the data that is stored. Foundation has no class
/// of this name off Apple's platforms.
///
/// A transformer that a model names is the one that was set for the name, else a new one of the class of the name.
open class ValueTransformer: NSObject, @unchecked Sendable {
    private static let transformers = Mutex<[NSValueTransformerName: ValueTransformer]>([
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
        .keyedUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    ])

    /// A transformer, to be set for a name.
    public override required init() {}

    /// The class of what comes out of ``transformedValue(_:)``.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether values can be turned back.
    open class func allowsReverseTransformation() -> Bool { true }

    /// What a value becomes. This one leaves it as it is.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// What a value was that has become the one given. This one transforms it.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Sets the transformer of a name; nil for none.
    public final class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName)
    {
        transformers.withLock { $0[name] = transformer }
    }

    /// The names that transformers are set for, in order.
    public final class func valueTransformerNames() -> [NSValueTransformerName] {
        transformers.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// The transformer of a name; nil where none is set, and no class has the name.
    static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
        if let transformer = transformers.withLock({ $0[name] }) { return transformer }
        let program = ProcessInfo.processInfo.processName
        let found = [name.rawValue, "\(program).\(name.rawValue)"].lazy
            .compactMap { NSClassFromString($0) as? ValueTransformer.Type }.first
        guard let found else { return nil }
        let transformer = found.init()
        return transformers.withLock { transformers in
            if let other = transformers[name] { return other }
            transformers[name] = transformer
            return transformer
        }
    }
}

/// What lets an initializer give an object that is there already.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer {
    /// The transformer that was set for a name, or is of the class of that name; nil for none.
    public init?(forName name: NSValueTransformerName) {
        guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
        self = transformer
    }
}

// Unchecked: as the transformer it is.
/// Turns archives of objects into the objects, if these are of the classes that it allows.
///
/// Core Data uses it and its subclasses the other way round: what is stored is the archive.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes of the objects that archives may hold.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// The object of an archive; nil for data that is none, or has an object of another class.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data,
            let found = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data),
            // Foundation off Apple's platforms takes numbers and texts for allowed.
            let object = found as AnyObject as? NSObject,
            Self.allowedTopLevelClasses.contains(where: object.isKind)
        else { return nil }
        return object
    }

    /// The archive of an object; nil for one that cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }
}
