import Foundation

/// The stores of a coordinator at one moment.
struct StoreAssembly: Sendable {
    let model: ManagedObjectModel
    private(set) var members: [AttachedStore]
    /// The stores as contexts see them; nil for the only store itself, until others are added or removed.
    private(set) var combined: CombinedStores?
    private(set) var layout: GraphLayout
    /// The ranges for the tables of added stores.
    private let ranges: TableRanges

    /// Creates an assembly of one store for all entities.
    ///
    /// - Throws: The store's error if it cannot be read.
    init(model: ManagedObjectModel, store: any PersistentStore) throws {
        self.model = model
        let member = try AttachedStore(store, of: model)
        members = [member]
        layout = member.layout
        ranges = TableRanges(width: model.entities.count, beginningAt: member.layout.entities.count)
    }

    /// Creates an assembly without stores.
    init(model: ManagedObjectModel) {
        self.model = model
        members = []
        let combined = CombinedStores(model: model, members: [])
        self.combined = combined
        layout = combined.layout
        ranges = TableRanges(width: model.entities.count, beginningAt: 0)
    }

    /// Whether others write to some of the stores.
    var isShared: Bool { members.contains { $0.store is any ChangeReportingStore } }

    /// Returns a place for another store.
    ///
    /// - Throws: ``CoordinatorError`` if there is no room for it.
    func reserveTables() throws -> TableRange {
        guard let range = ranges.reserve() else { throw CoordinatorError.tooManyStores }
        return range
    }

    /// Adds a store that was opened for a place.
    mutating func add(_ member: AttachedStore) throws {
        let identifier = member.store.identifier
        guard !members.contains(where: { $0.store.identifier == identifier }) else {
            throw CoordinatorError.storeAlreadyAdded(identifier)
        }
        guard member.tables.ordinals.lowerBound == member.range?.first else {
            throw CoordinatorError.storeOpenedElsewhere(identifier)
        }
        // Earlier commits may concern a removed store whose references are used again.
        combine(members + [member], forgettingCommits: member.range?.belongedToAnotherStore == true)
    }

    mutating func remove(_ store: any PersistentStore) throws -> AttachedStore {
        guard let index = members.firstIndex(where: { $0.store === store }) else {
            throw CoordinatorError.storeNotAdded(store.identifier)
        }
        let member = members[index]
        combine(members.filter { $0.store !== member.store })
        return member
    }

    private mutating func combine(_ members: [AttachedStore], forgettingCommits: Bool = false) {
        let previous = combined?.latest ?? CombinedState(of: self.members[0])
        let combined = CombinedStores(
            model: model, members: members, following: previous, forgettingCommits: forgettingCommits)
        self.members = members
        self.combined = combined
        layout = combined.layout
        for member in members { member.takePlace(in: layout) }
    }
}
