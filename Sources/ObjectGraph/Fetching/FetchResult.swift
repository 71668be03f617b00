/// The result of a request whose form is known only at run time.
public enum FetchResult<Object: ManagedObject> {
    /// The objects, in the order of the request.
    case objects([Object])
    /// The IDs of the objects, in that order.
    case objectIDs([ObjectID])
    /// Dictionaries, as from ``ManagedObjectContext/fetchDictionaries(_:)``.
    case dictionaries([[String: Any]])
    /// The number of objects.
    case count(Int)
}
