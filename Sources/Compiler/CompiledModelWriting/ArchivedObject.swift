import CompiledModels

/// An object to archive, which others can refer to, also in cycles.
final class ArchivedObject {
    /// The class, whose superclasses ``ArchiveClass`` knows.
    let archiveClass: ArchiveClass
    /// The members, in the order in which they are archived. The order determines the numbers of objects.
    var members: [(key: ArchiveKey, value: ArchivedMember)]

    init(_ archiveClass: ArchiveClass, _ members: [(ArchiveKey, ArchivedMember)] = []) {
        self.archiveClass = archiveClass
        self.members = members.map { (key: $0.0, value: $0.1) }
    }

    /// Adds a member that archives contain only if it is true.
    func set(_ key: ArchiveKey, if isTrue: Bool) {
        if isTrue { members.append((key, .boolean(true))) }
    }

    /// Creates a collection.
    static func list(_ archiveClass: ArchiveClass, _ elements: [ArchivedMember]) -> ArchivedObject {
        ArchivedObject(archiveClass, [(.objects, .list(elements))])
    }

    /// Creates a dictionary, with its keys in their given order.
    static func table(
        _ archiveClass: ArchiveClass, _ entries: [(key: String, value: ArchivedMember)]
    ) -> ArchivedObject {
        ArchivedObject(
            archiveClass, [(.keys, .list(entries.map { .string($0.key) })), (.objects, .list(entries.map(\.value)))])
    }
}

/// A member of an archived object.
enum ArchivedMember {
    /// No object.
    case null
    // Values in the object itself.
    case boolean(Bool), integer(Int64), real(Double), bytes([UInt8])
    // Values in objects of their own. Equal ones are one object.
    case string(String), numberObject(PropertyListNode), data([UInt8])
    /// An object, which is archived here if it has not been before.
    case object(ArchivedObject)
    /// An object that is archived where another member contains it, and that this member does not keep alive, because
    /// objects refer to one another in cycles.
    case conditional(ConditionalReference)
    /// The elements of a collection.
    indirect case list([ArchivedMember])

    /// An object that is archived where another member contains it.
    static func reference(_ object: ArchivedObject) -> ArchivedMember {
        .conditional(ConditionalReference(object: object))
    }

    /// A string; null for nil.
    static func string(orNull text: String?) -> ArchivedMember { text.map(ArchivedMember.string) ?? .null }
}

/// A reference to an object that another member contains.
struct ConditionalReference {
    /// The object; nil if no member contains it.
    weak var object: ArchivedObject?
}

/// The classes of archived objects, with their superclasses.
///
/// Source: the class dictionaries in public archives.
enum ArchiveClass: String {
    case model = "NSManagedObjectModel"
    case entity = "NSEntityDescription"
    case attribute = "NSAttributeDescription"
    case derivedAttribute = "NSDerivedAttributeDescription"
    case compositeAttribute = "NSCompositeAttributeDescription"
    case relationship = "NSRelationshipDescription"
    case fetchedProperty = "NSFetchedPropertyDescription"
    case fetchIndex = "NSFetchIndexDescription"
    case fetchIndexElement = "NSFetchIndexElementDescription"
    case fetchRequest = "NSFetchRequest"
    case array = "NSArray"
    case mutableArray = "NSMutableArray"
    case dictionary = "NSDictionary"
    case mutableDictionary = "NSMutableDictionary"
    case set = "NSSet"
    case date = "NSDate"
    case uuid = "NSUUID"
    case url = "NSURL"
    case decimalNumber = "NSDecimalNumberPlaceholder"
    case comparisonPredicate = "NSComparisonPredicate"
    case compoundPredicate = "NSCompoundPredicate"
    case equalityOperator = "NSEqualityPredicateOperator"
    case comparisonOperator = "NSComparisonPredicateOperator"
    case inOperator = "NSInPredicateOperator"
    case likeOperator = "NSLikePredicateOperator"
    case constantExpression = "NSConstantValueExpression"
    case variableExpression = "NSVariableExpression"
    case selfExpression = "NSSelfExpression"
    case keyPathExpression = "NSKeyPathExpression"
    case keyPathSpecifier = "NSKeyPathSpecifierExpression"
    case functionExpression = "NSFunctionExpression"
    case fetchExpression = "NSFetchRequestExpression"
    case mappingModel = "NSMappingModel"
    case entityMapping = "NSEntityMapping"
    case propertyMapping = "NSPropertyMapping"

    /// The name of the class and of its superclasses, up to `NSObject`.
    var lineage: [String] { [rawValue] + superclasses + ["NSObject"] }

    /// The names of the superclasses below `NSObject`, nearest first.
    private var superclasses: [String] {
        switch self {
        case .attribute, .relationship, .fetchedProperty: ["NSPropertyDescription"]
        case .derivedAttribute, .compositeAttribute: ["NSAttributeDescription", "NSPropertyDescription"]
        case .fetchRequest: ["NSPersistentStoreRequest"]
        case .mutableArray: ["NSArray"]
        case .mutableDictionary: ["NSDictionary"]
        case .decimalNumber: ["NSDecimalNumber", "NSNumber", "NSValue"]
        case .comparisonPredicate, .compoundPredicate: ["NSPredicate"]
        case .equalityOperator, .comparisonOperator, .inOperator: ["NSPredicateOperator"]
        case .likeOperator: ["NSMatchingPredicateOperator", "NSStringPredicateOperator", "NSPredicateOperator"]
        case .constantExpression, .variableExpression, .selfExpression, .keyPathSpecifier, .functionExpression,
            .fetchExpression:
            ["NSExpression"]
        case .keyPathExpression: ["NSFunctionExpression", "NSExpression"]
        case .model, .entity, .fetchIndex, .fetchIndexElement, .array, .dictionary, .set, .date, .uuid, .url,
            .mappingModel, .entityMapping, .propertyMapping:
            []
        }
    }
}
