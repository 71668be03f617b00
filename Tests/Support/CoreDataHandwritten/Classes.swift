public import CoreData

/// What a program writes that leaves nothing to a generator: properties of every type.
public class Entry: NSManagedObject {
    @NSManaged public var big: Int64
    @NSManaged public var bytes: Data?
    @NSManaged public var created: Date?
    @NSManaged public var identifier: UUID?
    @NSManaged public var isKept: Bool
    @NSManaged public var page: URL?
    @NSManaged public var price: NSDecimalNumber?
    @NSManaged public var rank: Int32
    @NSManaged public var rating: NSNumber?
    @NSManaged public var ratio: Double
    @NSManaged public var share: Float
    @NSManaged public var small: Int16
    @NSManaged public var title: String
    @NSManaged public var wind: String?
    /// Of one type with another: a composite, as Xcode declares it.
    @NSManaged public var place: [String: Any]?
    @NSManaged public var requiredPlace: [String: Any]
    /// Computed as it is saved, and never stored.
    @NSManaged public var searchTitle: String?
    @NSManaged public var mood: String?
    @NSManaged public var marks: NSObject?
}

public class JournalEntry: Entry {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<JournalEntry> {
        NSFetchRequest<JournalEntry>(entityName: "JournalEntry")
    }

    /// What is no part of the model.
    public var timesShown = 0

    public override func awakeFromInsert() {
        super.awakeFromInsert()
        created = Date(timeIntervalSinceReferenceDate: 0)
    }
}

extension JournalEntry {
    @NSManaged public var journal: Journal?
    @NSManaged public var pages: NSOrderedSet?
    @NSManaged public var primitivePages: NSMutableOrderedSet?
    @NSManaged public func insertIntoPages(_ value: JournalPage, at idx: Int)
    @NSManaged public func removeFromPages(at idx: Int)
    @NSManaged public func insertIntoPages(_ values: [JournalPage], at indexes: NSIndexSet)
    @NSManaged public func removeFromPages(at indexes: NSIndexSet)
    @NSManaged public func replacePages(at idx: Int, with value: JournalPage)
    @NSManaged public func replacePages(at indexes: NSIndexSet, with values: [JournalPage])
    @NSManaged public func addToPages(_ value: JournalPage)
    @NSManaged public func removeFromPages(_ value: JournalPage)
    @NSManaged public func addToPages(_ values: NSOrderedSet)
    @NSManaged public func removeFromPages(_ values: NSOrderedSet)
}

extension JournalEntry: Identifiable {}

public class Journal: NSManagedObject {
    @NSManaged public var name: String?
    @NSManaged public var entries: NSSet?
    @NSManaged public var primitiveEntries: NSMutableSet
    @NSManaged public var prequels: Set<Journal>
    @NSManaged public var sequels: Set<Journal>?
    @NSManaged public var longEntries: [JournalEntry]?
    @NSManaged public var shortEntries: [JournalEntry]
    @NSManaged public var allEntries: NSArray?
    @NSManaged public func addToEntries(_ value: JournalEntry)
    @NSManaged public func removeFromEntries(_ value: JournalEntry)
    @NSManaged public func addToEntries(_ values: NSSet)
    @NSManaged public func removeFromEntries(_ values: NSSet)
}

public class JournalPage: NSManagedObject {
    @NSManaged public var number: Int32
    @NSManaged public var entry: JournalEntry?
    /// As apps declare properties in other ways than Xcode does.
    @NSManaged public var words: Int
    @NSManaged public var link: NSURL?
    @NSManaged public var lines: [String]
    @NSManaged public var counts: [Int64]?
    @NSManaged public var ink: Ink?
    @NSManaged public var parts: Set<JournalPage>
    @NSManaged public var chapter: JournalPage?
    @NSManaged var primitiveChapter: JournalPage?
    @NSManaged var primitiveKind: String?
    @NSManaged var primitiveNumber: NSNumber?

    /// An accessor of its own, as Apple's guide has them.
    public var kind: String? {
        get {
            willAccessValue(forKey: "kind")
            defer { didAccessValue(forKey: "kind") }
            return primitiveKind
        }
        set {
            willChangeValue(forKey: "kind")
            primitiveKind = newValue?.lowercased()
            didChangeValue(forKey: "kind")
        }
    }

    /// What only the class itself reads.
    public var storedNumber: Int? { primitiveNumber?.intValue }
    public var storedChapter: JournalPage? { primitiveChapter }
}

/// The value of a Transformable attribute: a class of the program.
public final class Ink: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }
    public let name: String

    public init(_ name: String) { self.name = name }

    public init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { $0 as String } ?? ""
    }

    public func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
}

/// The transformer of the attribute.
public final class InkTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    public override class var allowedTopLevelClasses: [AnyClass] { [Ink.self, NSString.self] }
}

/// A class written by hand, below one that is generated, which is below one written by hand.
public class NightLog: Log {
    @NSManaged public var moon: Double
}

/// A class written by hand, whose properties are generated.
public class Stamp: NSManagedObject {
    public var isReadable: Bool { port != nil }
}
