import Foundation

/// The stores of a coordinator at one moment.
struct StoreAssembly: Sendable {
    let model: ManagedObjectModel
    private(set) var members: [AttachedStore]
    /// The store that contexts see: the only store itself until others are added or removed, then a ``CombinedStore``.
    private(set) var visible: any ResidentStore
    /// ``visible``, if it is a combination.
    private(set) var combined: CombinedStore?
    private(set) var layout: GraphLayout
    /// The places for the tables of added stores.
    private let places: TablePlaces

    /// Creates an assembly of one store for all entities.
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

    /// Creates an assembly without stores.
    init(model: ManagedObjectModel) {
        self.model = model
        members = []
        let combined = CombinedStore(model: model, members: [])
        visible = combined
        self.combined = combined
        layout = combined.layout
        places = TablePlaces(width: model.entities.count, beginningAt: 0)
    }

    /// The stores that enforce uniqueness themselves.
    var enforcing: Set<UUID> {
        Set(members.filter { $0.original is any UniquenessEnforcingStore }.map(\.store.identifier))
    }

    /// Whether others write to some of the stores.
    var isShared: Bool { members.contains { $0.original is any ChangeReportingStore } }

    /// Returns a place for another store.
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
        combine(members.filter { $0.store !== member.store })
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
