/// A property whose value is the result of a fetch: an array of the destination's objects, read-only.
public struct FetchedProperty: Sendable, Hashable, Codable {
    /// The name in the model, which objects are asked for the result by.
    public var name: String
    /// What the file says; a result is never missing, so it means nothing.
    public var isOptional: Bool
    /// The fetch. Its predicate may use `$FETCH_SOURCE`, the owning object, and `$FETCHED_PROPERTY`.
    public var fetchRequest: FetchRequestTemplate
    /// A flag of a sync service of the past; without effect, kept so that files can be written back.
    public var isSyncable: Bool
    /// What the author of the model has attached.
    public var userInfo: UserInfo

    /// A property with the result of a fetch.
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
