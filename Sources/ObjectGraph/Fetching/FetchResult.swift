/// What a request returns whose form is known only at run time.
public enum FetchResult<Object: ManagedObject> {
    case objects([Object])
    case objectIDs([ObjectID])
    /// As of ``ManagedObjectContext/fetchDictionaries(_:)``.
    case dictionaries([[String: Any]])
    case count(Int)
}
