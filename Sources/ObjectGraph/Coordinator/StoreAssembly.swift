import Foundation

/// The stores of a coordinator, as they are at one moment.
struct StoreAssembly: Sendable {
    let model: ManagedObjectModel
    private(set) var members: [AttachedStore]
    /// What contexts see: the store itself as long as it has been the only one, and a ``CombinedStore`` from then on.
    private(set) var visible: any ResidentStore
    /// ``visible``, where it is one.
    private(set) var combined: CombinedStore?
    private(set) var layout: GraphLayout
    /// Where the tables of stores are put that are added.
    private let places: TablePlaces

    /// One store for all entities.
    ///
    /// - Throws: The store's error if it cannot be read.
    init(model: ManagedObjectModel, store: any PersistentStore) throws {
        self.model = model
        let member = try AttachedStore(store, of: model)
        members = [member]
        visible = member.store
        layout = member.layout
        places = TablePlaces(width: model.entities.count, beginningAt: member.layout.entities.count)
    }

    /// No store yet.
    init(model: ManagedObjectModel) {
        self.model = model
        members = []
        let combined = CombinedStore(model: model, members: [])
        visible = combined
        self.combined = combined
        layout = combined.layout
        places = TablePlaces(width: model.entities.count, beginningAt: 0)
    }

    /// The stores that keep what is unique unique themselves.
    var enforcing: Set<UUID> {
        Set(members.filter { $0.original is any UniquenessEnforcingStore }.map(\.store.identifier))
    }

    /// Whether others write to some of the stores.
    var isShared: Bool { members.contains { $0.original is any ChangeReportingStore } }

    /// Where another store is to be opened.
    ///
    /// - Throws: ``CoordinatorError`` if there is no room for it.
    func takePlace() throws -> TablePlace {
        guard let place = places.take() else { throw CoordinatorError.noRoomForStore }
        return place
    }

    /// Adds a store that was opened for a place.
    mutating func add(_ member: AttachedStore) throws {
        let identifier = member.store.identifier
        guard !members.contains(where: { $0.store.identifier == identifier }) else {
            throw CoordinatorError.storeAlreadyAdded(identifier)
        }
        guard member.tables.ordinals.lowerBound == member.place?.first else {
            throw CoordinatorError.storeOpenedElsewhere(identifier)
        }
        combine(members + [member])
    }

    mutating func remove(_ store: any PersistentStore) throws -> AttachedStore {
        guard let index = members.firstIndex(where: { $0.stands(for: store) }) else {
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
