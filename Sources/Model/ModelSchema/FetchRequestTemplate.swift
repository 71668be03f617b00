/// A fetch request template of the model, with variables (`$NAME`).
///
/// ```swift
/// let unread = FetchRequestTemplate(
///     name: "unread", entityName: "Book", predicateString: "readAt == nil AND added > $DATE", fetchLimit: 20)
/// ```
public struct FetchRequestTemplate: Sendable, Hashable, Codable {
    /// The form of a fetch's results. The raw value is the number in the model file.
    public enum ResultType: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Managed objects.
        case objects = 0
        /// The identities of managed objects.
        case objectIDs = 1
        /// Dictionaries of property values by name.
        case dictionaries = 2
        /// The number of objects.
        case count = 4
    }

    /// The name of the template; for the fetch of a fetched property, the name in the file.
    public var name: String
    /// The name of the entity to fetch; nil in an invalid model.
    public var entityName: String?
    /// The predicate in the format language; nil for all objects.
    public var predicateString: String?
    /// The form of the result.
    public var resultType: ResultType
    /// The maximum number of results; 0 for no limit.
    public var fetchLimit: Int
    /// The number of objects loaded at a time; 0 for all at once.
    public var fetchBatchSize: Int
    /// Whether the fetch includes objects of child entities. This and the next four properties are nil if the file does
    /// not specify them, which means Core Data's defaults.
    public var includesSubentities: Bool?
    /// Whether the fetch includes the values of objects.
    public var includesPropertyValues: Bool?
    /// Whether the fetch includes unsaved changes.
    public var includesPendingChanges: Bool?
    /// Whether the fetch returns faults.
    public var returnsObjectsAsFaults: Bool?
    /// Whether the fetch returns only distinct dictionaries.
    public var returnsDistinctResults: Bool?

    /// Creates a fetch request template, by default for all objects of an entity. Nil values are left out of the file.
    public init(
        name: String, entityName: String?, predicateString: String? = nil, resultType: ResultType = .objects,
        fetchLimit: Int = 0, fetchBatchSize: Int = 0, includesSubentities: Bool? = nil,
        includesPropertyValues: Bool? = nil, includesPendingChanges: Bool? = nil, returnsObjectsAsFaults: Bool? = nil,
        returnsDistinctResults: Bool? = nil
    ) {
        self.name = name
        self.entityName = entityName
        self.predicateString = predicateString
        self.resultType = resultType
        self.fetchLimit = fetchLimit
        self.fetchBatchSize = fetchBatchSize
        self.includesSubentities = includesSubentities
        self.includesPropertyValues = includesPropertyValues
        self.includesPendingChanges = includesPendingChanges
        self.returnsObjectsAsFaults = returnsObjectsAsFaults
        self.returnsDistinctResults = returnsDistinctResults
    }
}

extension FetchRequestTemplate: NamedElement {
    /// The name that model editors give the fetches of all fetched properties.
    package static let nameInProperties = "fetchedPropertyFetchRequest"

    package static let pathKind = SchemaPath.Kind.fetchRequest
    package static let settings = SettingTable<FetchRequestTemplate>([
        .name(\.name), .text(.fetchEntity, \.entityName), .text(.predicate, \.predicateString), resultTypeField,
        .number(.fetchLimit, \.fetchLimit), .number(.fetchBatchSize, \.fetchBatchSize),
        .flag(.includesSubentities, \.includesSubentities), .flag(.includesPropertyValues, \.includesPropertyValues),
        .flag(.includesPendingChanges, \.includesPendingChanges),
        .flag(.returnsObjectsAsFaults, \.returnsObjectsAsFaults),
        .flag(.returnsDistinctResults, \.returnsDistinctResults),
    ])

    package init(defaultsNamed name: String) { self.init(name: name, entityName: nil) }

    /// The result type, which is a word in text forms and a number in the model file.
    private static let resultTypeField = SettingField<FetchRequestTemplate>(
        setting: .resultType,
        kind: .word(ResultType.allCases.map { .init(text: $0.schemaWord, value: .number($0.rawValue)) }),
        isAlwaysWritten: false
    ) {
        .number($0.resultType.rawValue)
    } write: { template, value in
        guard case .number(let number) = value, let type = ResultType(rawValue: number) else { return false }
        template.resultType = type
        return true
    }
}
