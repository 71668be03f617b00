/// A property whose value is the result of a fetch: an array of the destination's objects, read-only.
public struct FetchedProperty: Sendable, Hashable, Codable {
    public var name: String
    public var isOptional: Bool
    /// The fetch. Its predicate may use `$FETCH_SOURCE`, the owning object, and `$FETCHED_PROPERTY`.
    public var fetchRequest: FetchRequestTemplate
    public var isSyncable: Bool
    public var userInfo: UserInfo

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
