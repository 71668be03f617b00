// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

// Core Data's public interface as Apple's framework declares it: names and signatures, declared so that the compiler
// can check sources against them where the framework is missing. Nothing here does anything.

public import Foundation

/// What every member here returns: sources are compiled with these declarations, never run.
func standIn<Value>() -> Value { preconditionFailure("the declarations of a stand-in are compiled, not run") }

open class NSManagedObject: NSObject, NSFetchRequestResult {
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { standIn() }
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> { standIn() }
    open class func entity() -> NSEntityDescription { standIn() }

    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}

    // Of Objective-C's initializers, the compiler asks no `required` when a metatype is to make an object.
    public required convenience init(context moc: NSManagedObjectContext) {
        self.init(entity: Self.entity(), insertInto: moc)
    }

    open var managedObjectContext: NSManagedObjectContext? { standIn() }
    open var entity: NSEntityDescription { standIn() }
    open var objectID: NSManagedObjectID { standIn() }
    open var isInserted: Bool { standIn() }
    open var isUpdated: Bool { standIn() }
    open var isDeleted: Bool { standIn() }
    open var hasChanges: Bool { standIn() }
    open var hasPersistentChangedValues: Bool { standIn() }
    open var isFault: Bool { standIn() }
    open var faultingState: Int { standIn() }
    open func hasFault(forRelationshipNamed key: String) -> Bool { standIn() }
    open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { standIn() }

    open func willAccessValue(forKey key: String?) {}
    open func didAccessValue(forKey key: String?) {}
    open func willChangeValue(forKey key: String) {}
    open func didChangeValue(forKey key: String) {}
    open func awakeFromFetch() {}
    open func awakeFromInsert() {}
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
    open func prepareForDeletion() {}
    open func willSave() {}
    open func didSave() {}
    open func willTurnIntoFault() {}
    open func didTurnIntoFault() {}

    open func value(forKey key: String) -> Any? { standIn() }
    open func setValue(_ value: Any?, forKey key: String) {}
    open func value(forKeyPath keyPath: String) -> Any? { standIn() }
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {}
    open func value(forUndefinedKey key: String) -> Any? { standIn() }
    open func setValue(_ value: Any?, forUndefinedKey key: String) {}
    open func setNilValueForKey(_ key: String) {}
    open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet { standIn() }
    open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet { standIn() }
    open func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {}
    open func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {}
    open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { standIn() }
    open func willChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {}
    open func didChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {}
    open func setValuesForKeys(_ keyedValues: [String: Any]) {}
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] { standIn() }
    open func mutableSetValue(forKey key: String) -> NSMutableSet { standIn() }
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { standIn() }
    open func primitiveValue(forKey key: String) -> Any? { standIn() }
    open func setPrimitiveValue(_ value: Any?, forKey key: String) {}
    open func committedValues(forKeys keys: [String]?) -> [String: Any] { standIn() }
    open func changedValues() -> [String: Any] { standIn() }
    open func changedValuesForCurrentEvent() -> [String: Any] { standIn() }

    // Apple's parameter is an AutoreleasingUnsafeMutablePointer, which needs Objective-C.
    open func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws {}
    open func validateForDelete() throws {}
    open func validateForInsert() throws {}
    open func validateForUpdate() throws {}
}

// Foundation's own on Apple's platforms, as is what objects have of key-value coding.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

public enum NSKeyValueSetMutationKind: UInt, Sendable {
    case union = 1
    case minus = 2
    case intersect = 3
    case set = 4
}

public struct NSSnapshotEventType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var undoInsertion: NSSnapshotEventType { standIn() }
    public static var undoDeletion: NSSnapshotEventType { standIn() }
    public static var undoUpdate: NSSnapshotEventType { standIn() }
    public static var rollback: NSSnapshotEventType { standIn() }
    public static var refresh: NSSnapshotEventType { standIn() }
    public static var mergePolicy: NSSnapshotEventType { standIn() }
}

open class NSManagedObjectID: NSObject, NSFetchRequestResult, NSCopying, @unchecked Sendable {
    open var entity: NSEntityDescription { standIn() }
    weak open var persistentStore: NSPersistentStore? { standIn() }
    open var isTemporaryID: Bool { standIn() }
    open func uriRepresentation() -> URL { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

// Foundation's own on Apple's platforms: its objects may be arguments of formats.
extension NSObject: @retroactive CVarArg {
    public var _cVarArgEncoding: [Int] { [] }
}
