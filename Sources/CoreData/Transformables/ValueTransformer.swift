public import Foundation
import ModelSchema
import Synchronization

/// The name of a value transformer, as models name it.
///
/// ```swift
/// let name = NSValueTransformerName("BookTags")
/// ValueTransformer.setValueTransformer(TagsTransformer(), forName: name)  // Before a store is opened
/// let transformer = ValueTransformer(forName: name)
/// ```
public struct NSValueTransformerName: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// - Parameter rawValue: The name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// ``NSSecureUnarchiveFromDataTransformer``.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
    /// The transformer of archives with objects of any class, which attributes without a transformer have.
    public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")
}

// Unchecked: it has no state; a subclass is responsible for its own.
/// Transforms values, such as those of a Transformable attribute into the data that is stored. Foundation has no class
/// of this name off Apple's platforms.
///
/// A transformer that a model names is the one that was set for the name, else a new one of the class with that name.
///
/// ```swift
/// final class TagsTransformer: ValueTransformer, @unchecked Sendable {
///     override func transformedValue(_ value: Any?) -> Any? {
///         (value as? [String]).flatMap { try? JSONEncoder().encode($0) }
///     }
///
///     override func reverseTransformedValue(_ value: Any?) -> Any? {
///         (value as? Data).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
///     }
/// }
/// ```
open class ValueTransformer: NSObject, @unchecked Sendable {
    private static let transformers = Mutex<[NSValueTransformerName: ValueTransformer]>([
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
        .keyedUnarchiveFromDataTransformerName: KeyedUnarchiveFromDataTransformer(),
    ])

    /// Creates a transformer, to be set for a name.
    public override init() {}

    /// The class of the values that ``transformedValue(_:)`` returns.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether values can be transformed back.
    open class func allowsReverseTransformation() -> Bool { true }

    /// Returns the transformed value. This class returns the value itself.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// Returns the value that a transformed value was made from. This class transforms it again.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Sets the transformer of a name; nil for none.
    public final class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName)
    {
        transformers.withLock { $0[name] = transformer }
    }

    /// The names of the transformers that were set, in order.
    public final class func valueTransformerNames() -> [NSValueTransformerName] {
        transformers.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// The transformer of a name; nil if none is set, and no class has the name.
    static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
        if let transformer = transformers.withLock({ $0[name] }) { return transformer }
        let program = ProcessInfo.processInfo.processName
        let found = [name.rawValue, "\(program).\(name.rawValue)"].lazy
            .compactMap { ClassDirectory.anyClass(named: $0) as? ValueTransformer.Type }.first
        guard let found else { return nil }
        let transformer = make(found)
        return transformers.withLock { transformers in
            if let other = transformers[name] { return other }
            transformers[name] = transformer
            return transformer
        }
    }
}

// Open, so that the compiler cannot know all subclasses, and calls the initializer through the table of methods.
/// A class whose initializer without arguments is required. Programs don't use it.
open class CreatableObject: NSObject {
    /// Creates an object.
    public override required init() {}
}

extension ValueTransformer {
    /// Creates a transformer of a class by `init()`. Were it required, each transformer with an initializer of its own
    /// would have to declare it. Instead, it is called as that of another subclass of `NSObject`, whose place in the
    /// table of methods it has.
    ///
    /// - Precondition: The class has or inherits `init()`. Swift stops the program with the name of one that does not.
    private static func make(_ transformerClass: ValueTransformer.Type) -> ValueTransformer {
        let created = unsafeBitCast(transformerClass as AnyClass, to: CreatableObject.Type.self).init()
        // A cast would fail: the compiler knows that neither class inherits from the other.
        return unsafeBitCast(created, to: ValueTransformer.self)
    }
}

/// Lets an initializer return an object that exists already.
public protocol NamedValueTransformer {}

extension ValueTransformer: NamedValueTransformer {}

extension NamedValueTransformer {
    /// Returns the transformer that was set for a name, or is of the class with that name; nil if there is none.
    public init?(forName name: NSValueTransformerName) {
        guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
        self = transformer
    }
}

// Unchecked: as the transformer it is.
/// Transforms archives into objects of the classes that it allows.
///
/// Core Data uses it and its subclasses in reverse: the archive is stored.
///
/// ```swift
/// final class PathTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
///     override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
/// }
/// ```
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes of the objects that archives may contain: that of ``ValueTransformer/transformedValueClass()`` if a
    /// subclass overrides it, otherwise Foundation's collections and values.
    open class var allowedTopLevelClasses: [AnyClass] {
        let own: AnyClass = transformedValueClass()
        if own != NSObject.self { return [own] }
        return [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// Returns the object of an archive; nil for other data, for an archive with an object of a class that it should
    /// not contain, and for one whose objects contain one another or are nested in more than a hundred others.
    open override func transformedValue(_ value: Any?) -> Any? {
        let classes = Self.allowedTopLevelClasses
        guard let data = value as? Data, let found = ArchiveDecoder.object(in: data, of: classes),
            // Texts, numbers, and data can have no class in an archive.
            let object = found as AnyObject as? NSObject, classes.contains(where: object.isKind)
        else { return nil }
        return object
    }

    /// Returns the archive of an object; nil for one that cannot be archived, or that ``transformedValue(_:)`` would
    /// not return from the archive, such as an object of a class that is not allowed.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value, Archive.accepts(value, securely: true),
            let data = try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        else { return nil }
        // Otherwise, the value would be lost when it is saved.
        return transformedValue(data) == nil ? nil : data
    }
}

// Unchecked: it has no state.
/// Transforms archives into objects of any class of the program that can be archived, as Core Data does for attributes
/// without a transformer.
///
/// An archive decides the classes of its objects: for stores that others may have written, models should name a secure
/// transformer.
final class KeyedUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { ArchiveDecoder.object(in: $0, of: nil) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value, Archive.accepts(value, securely: false),
            let data = try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
        else { return nil }
        // Otherwise, the value would be lost when it is saved.
        return transformedValue(data) == nil ? nil : data
    }
}

/// Archives of objects. Where Foundation's archiver off Apple's platforms ends the program, values are refused.
private enum Archive {
    /// Returns whether a value can be archived, with the members of collections. The archiver ends the program for
    /// others.
    static func accepts(_ value: Any, securely: Bool) -> Bool {
        let object = value as AnyObject
        switch object {
        case let members as NSArray: return members.allSatisfy { accepts($0, securely: securely) }
        case let members as NSOrderedSet: return members.allSatisfy { accepts($0, securely: securely) }
        case let members as NSSet: return members.allSatisfy { accepts($0, securely: securely) }
        case let members as NSDictionary:
            return members.allSatisfy { accepts($0.key, securely: securely) && accepts($0.value, securely: securely) }
        // The archiver calls itself for it without end.
        case is NSDecimalNumber: return false
        default:
            guard hasName(object) else { return false }
            guard securely else { return object is any NSCoding }
            return (object as? any NSSecureCoding).map { type(of: $0).supportsSecureCoding } ?? false
        }
    }

    /// Returns whether an archive can name the class of an object: not if the class is private, nested, or generic.
    private static func hasName(_ object: AnyObject) -> Bool {
        let archived: AnyClass = (object as? NSObject)?.classForCoder ?? type(of: object)
        return String(reflecting: archived).count { $0 == "." } == 1
    }
}

/// Converts between the stored data of a Transformable attribute and the values that programs see.
struct TransformableValues {
    private let transformer: ValueTransformer?

    /// - Parameter attribute: A Transformable attribute. If it names no transformer, any object is archived.
    init(_ attribute: Attribute) {
        let name = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : NSValueTransformerName($0) }
        transformer = ValueTransformer.named(name ?? .keyedUnarchiveFromDataTransformerName)
    }

    /// The value of stored data; nil for data that cannot be read. Without a transformer it is the data.
    func value(of data: Data) -> Any? {
        guard let transformer else { return data }
        if readsArchives { return transformer.transformedValue(data) }
        // The transformer may pass it on to Foundation's unarchiver.
        if ArchiveNesting(of: data)?.isReadable == false { return nil }
        return transformer.reverseTransformedValue(data)
    }

    /// The stored data of a value; nil for a value that cannot be transformed.
    func data(of value: Any) -> Data? {
        guard let transformer else { return value as? Data }
        let found = readsArchives ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        return found as? Data
    }

    /// Whether the transformer makes objects of data, so that it is used in reverse.
    private var readsArchives: Bool {
        transformer is NSSecureUnarchiveFromDataTransformer || transformer is KeyedUnarchiveFromDataTransformer
    }
}
