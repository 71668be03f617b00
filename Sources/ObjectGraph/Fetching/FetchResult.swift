/// What a request returns whose form is known only at run time.
public enum FetchResult<Object: ManagedObject> {
    /// The objects found, in the order that the request asks for.
    case objects([Object])
    /// The identities of the objects found, in that order.
    case objectIDs([ObjectID])
    /// As of ``ManagedObjectContext/fetchDictionaries(_:)``.
    case dictionaries([[String: Any]])
    /// How many objects there are.
    case count(Int)
}
