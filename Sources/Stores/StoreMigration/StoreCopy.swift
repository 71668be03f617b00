package import ColumnEngine
import FileAccess
import Foundation

/// Copies all objects of a store to another store of any kind.
///
/// Objects keep their numbers, and relationships keep their order. The target has its own identifier. The copy is of
/// one state of the source, even if other programs save meanwhile.
package struct StoreCopy {
    private let model: ManagedObjectModel
    private let source: any PersistentStore
    private let view: any StoreView

    /// - Parameter model: The model of both open stores.
    /// - Throws: An error of the source.
    package init(of source: any PersistentStore, model: ManagedObjectModel) throws {
        self.source = source
        self.model = model
        view = try (source as? any ViewPinningStore)?.openPinnedView() ?? source.openView()
    }

    /// Writes the objects to an empty store, in one save. Derived values are those that the derivations have for the
    /// objects.
    ///
    /// - Returns: The number of objects.
    /// - Throws: An error of either store; nothing is saved.
    package func write(to target: any PersistentStore) throws -> Int {
        var identities = Identities(storeIdentifier: target.identifier)
        var changes = StoreChanges()
        for entity in model.entities where !entity.isAbstract {
            let rows = try view.rows(of: entity)
            let transient = entity.attributes.indices.filter { entity.attributes[$0].isTransient }
            let links = try entity.relationships.map { relationship in
                relationship.isStored
                    ? try view.destinations(of: relationship, from: rows.map(\.objectID)).objectIDs : nil
            }
            for (place, row) in rows.enumerated() {
                var values = row.values
                for index in transient { values[index] = .null }
                changes.inserted.append(
                    StoreChanges.Insertion(
                        objectID: identities.identity(of: row.objectID), values: values,
                        destinations: links.map { $0?[place].map { identities.identity(of: $0) } ?? [] }))
            }
        }
        // A store accepts only right ones, also if the source has wrong ones.
        _ = try target.commit(changes.withDerivedValues(of: model, storeIdentifier: target.identifier))
        return changes.inserted.count
    }

    /// The objects of which any value or destination differs in the target, without values that follow from others, as
    /// `entity number`. Empty for an exact copy.
    package func differences(from target: any PersistentStore) throws -> [String] {
        let views = (source: view, target: try target.openView())
        var differences: [String] = []
        for entity in model.entities where !entity.isAbstract {
            let rows = (source: try views.source.rows(of: entity), target: try views.target.rows(of: entity))
            let numbers = (source: rows.source.map(\.objectID.number), target: rows.target.map(\.objectID.number))
            let missing = Set(numbers.source).symmetricDifference(numbers.target).sorted()
            differences += missing.map { "\(entity.name) \($0)" }
            guard missing.isEmpty else { continue }
            var different = Set<Int64>()
            // Stores can return anything for values that they do not store, and the copy has right derived values.
            let computed = Set((model.derivations.own[entity.ordinal] ?? []).filter(\.isReproducible).map(\.attribute))
            let kept = entity.attributes.indices.filter {
                !entity.attributes[$0].isTransient && !computed.contains($0)
            }
            for (row, copy) in zip(rows.source, rows.target)
            where !kept.allSatisfy({ row.values[$0].isSame(as: copy.values[$0]) }) {
                different.insert(row.objectID.number)
            }
            for relationship in entity.relationships {
                let links = try (
                    source: views.source.destinations(of: relationship, from: rows.source.map(\.objectID)).objectIDs,
                    target: views.target.destinations(of: relationship, from: rows.target.map(\.objectID)).objectIDs
                )
                for (place, number) in numbers.source.enumerated()
                where ends(links.source[place], relationship) != ends(links.target[place], relationship) {
                    different.insert(number)
                }
            }
            differences += different.sorted().map { "\(entity.name) \($0)" }
        }
        return differences
    }

    /// Whether another store is a copy of the source that has its identifier, such as an earlier backup. A store that
    /// cannot be opened is none.
    ///
    /// - Throws: An error of reading either store.
    private func isCopied(in open: () throws -> any PersistentStore) throws -> Bool {
        guard let copy = try? open(), copy.identifier == source.identifier else { return false }
        return try differences(from: copy).isEmpty
    }

    /// Backs up a store before it is migrated, unless an earlier run, which was killed before the store was replaced,
    /// has done so.
    ///
    /// - Parameter copy: Writes the backup.
    /// - Throws: ``StoreError`` for a file in the place of the backup that is the store itself, or no copy of it.
    package static func backUp(
        storeAt path: String, to target: String, model: ManagedObjectModel,
        openStore: () throws -> any PersistentStore, openBackup: () throws -> any PersistentStore,
        copy: () throws -> Void
    ) throws {
        guard !FileStamp.areSameFile(target, path) else {
            throw StoreError(.fileSystem, location: target, refusalOfSameFile)
        }
        guard FileKind(at: target) == .regular else { return try copy() }
        guard try StoreCopy(of: openStore(), model: model).isCopied(in: openBackup) else {
            throw StoreError(.fileSystem, location: target, refusalOfOtherBackup)
        }
    }

    /// The message about a file in the place of a backup, which could be the only copy of an earlier state.
    private static let refusalOfOtherBackup =
        "the file already exists, and is not a copy of the present store; nothing was written; "
        + "specify another file for the backup"

    /// The message about the store itself in the place of its backup.
    private static let refusalOfSameFile =
        "the file is the store itself; nothing was written; specify another file for the backup"

    /// Objects without their store: in order if the relationship is ordered.
    private func ends(_ objectIDs: [ObjectID], _ relationship: RelationshipDescription) -> [ObjectEnd] {
        let ends = objectIDs.map { ObjectEnd(entityName: $0.entityName, number: $0.number) }
        return relationship.isOrdered ? ends : ends.sorted()
    }
}

/// An object without its store.
struct ObjectEnd: Hashable, Comparable {
    var entityName: String
    var number: Int64

    static func < (left: ObjectEnd, right: ObjectEnd) -> Bool {
        (left.entityName, left.number) < (right.entityName, right.number)
    }
}

/// Assigns identities of a store to objects of another one, by number.
private struct Identities {
    let storeIdentifier: UUID
    private var spaces: [String: IdentitySpace] = [:]

    init(storeIdentifier: UUID) { self.storeIdentifier = storeIdentifier }

    mutating func identity(of objectID: ObjectID) -> ObjectID {
        let name = objectID.entityName
        if let known = spaces[name] { return ObjectID(known, number: objectID.number) }
        let space = IdentitySpace(storeIdentifier: storeIdentifier, entityName: name)
        spaces[name] = space
        return ObjectID(space, number: objectID.number)
    }
}

extension StoreView {
    /// The objects of an entity, without those of its descendants, sorted by number.
    func rows(of entity: EntityDescription) throws -> [StoreRow] {
        let query = StoreQuery(entity: entity, entityNames: [entity.name])
        var rows: [StoreRow] = []
        switch try execute(query, forEachRow: { rows.append($0) }).objects {
        case .rows(let rest): rows += rest
        case .objectIDs(let objectIDs): rows += try self.rows(of: objectIDs)
        }
        return rows.sorted { $0.objectID.number < $1.objectID.number }
    }
}
