/// The stores of a coordinator, as they are at one moment.
struct StoreAssembly: Sendable {
    let model: ManagedObjectModel
    private(set) var members: [AttachedStore]
    /// What contexts see: the store itself as long as it has been the only one, and a ``CombinedStore`` from then on.
    private(set) var visible: any PersistentStore
    /// ``visible``, where it is one.
    private(set) var combined: CombinedStore?
    private(set) var layout: GraphLayout
    /// Where the tables of the next store begin. They are never another store's later, since contexts may know objects of
    /// a store that is gone.
    private var nextTableOrdinal: Int

    /// One store for all entities.
    init(model: ManagedObjectModel, store: any PersistentStore) {
        self.model = model
        let member = AttachedStore(store)
        members = [member]
        visible = store
        layout = member.layout
        nextTableOrdinal = member.layout.entities.count
    }

    /// No store yet.
    init(model: ManagedObjectModel) {
        self.model = model
        members = []
        let combined = CombinedStore(model: model, members: [])
        visible = combined
        self.combined = combined
        layout = combined.layout
        nextTableOrdinal = 0
    }

    /// The model to open another store for.
    ///
    /// - Throws: ``CoordinatorError`` when there is no room for it.
    mutating func modelForNextStore() throws -> ManagedObjectModel {
        guard nextTableOrdinal + model.entities.count <= ObjectReference.tableLimit else {
            throw CoordinatorError.noRoomForStore
        }
        defer { nextTableOrdinal += model.entities.count }
        return model.placed(at: nextTableOrdinal)
    }

    /// - Parameter place: Where the store was to be opened.
    mutating func add(_ member: AttachedStore, openedAt place: Int) throws {
        let identifier = member.store.identifier
        guard !members.contains(where: { $0.store.identifier == identifier }) else {
            throw CoordinatorError.storeAlreadyAdded(identifier)
        }
        guard member.tables.ordinals.lowerBound == place else {
            throw CoordinatorError.storeOpenedElsewhere(identifier)
        }
        combine(members + [member])
    }

    mutating func remove(_ store: any PersistentStore) throws -> AttachedStore {
        guard let index = members.firstIndex(where: { $0.store === store }) else {
            throw CoordinatorError.storeNotAdded(store.identifier)
        }
        let member = members[index]
        var rest = members
        rest.remove(at: index)
        combine(rest)
        return member
    }

    private mutating func combine(_ members: [AttachedStore]) {
        let combined = CombinedStore(model: model, members: members, following: visible)
        self.members = members
        visible = combined
        self.combined = combined
        layout = combined.layout
    }
}
