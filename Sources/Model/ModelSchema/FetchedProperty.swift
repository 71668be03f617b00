/// A property whose value is the result of a fetch: a read-only array of objects.
///
/// ```swift
/// let sameTitle = FetchRequestTemplate(
///     name: "sameTitle", entityName: "Book", predicateString: "title == $FETCH_SOURCE.title")
/// let others = FetchedProperty(name: "otherEditions", fetchRequest: sameTitle)
/// ```
public struct FetchedProperty: Sendable, Hashable, Codable {
    /// The name in the model.
    public var name: String
    /// The flag in the file, which has no effect because a result is never missing.
    public var isOptional: Bool
    /// The fetch. Its predicate can use `$FETCH_SOURCE`, the owning object, and `$FETCHED_PROPERTY`.
    public var fetchRequest: FetchRequestTemplate
    /// An obsolete flag of a sync service. It has no effect, and is kept for writing files back.
    public var isSyncable: Bool
    /// The user info.
    public var userInfo: UserInfo

    /// Creates a fetched property.
    public init(
        name: String, isOptional: Bool = false, fetchRequest: FetchRequestTemplate, isSyncable: Bool = false,
        userInfo: UserInfo = [:]
    ) {
        self.name = name
        self.isOptional = isOptional
        self.fetchRequest = fetchRequest
        self.isSyncable = isSyncable
        self.userInfo = userInfo
    }
}

extension FetchedProperty: NamedElement {
    package static let pathKind = SchemaPath.Kind.fetchedProperty
    package static let settings = SettingTable<FetchedProperty>([
        .name(\.name), .flag(.isOptional, \.isOptional), .flag(.isSyncable, \.isSyncable), fetchRequestField,
        .userInfo(\.userInfo),
    ])

    package init(defaultsNamed name: String) {
        self.init(name: name, fetchRequest: FetchRequestTemplate(defaultsNamed: FetchRequestTemplate.nameInProperties))
    }

    private static let fetchRequestField = SettingField<FetchedProperty>(
        setting: .fetchRequest, kind: .fetchRequest, isAlwaysWritten: true
    ) {
        .fetchRequest($0.fetchRequest)
    } write: { property, value in
        guard case .fetchRequest(let request) = value else { return false }
        property.fetchRequest = request
        return true
    }
}
