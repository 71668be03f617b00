import Foundation
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PublicStores.isPresent, Comment(rawValue: PublicStores.absence)))
struct OpeningPublicStoresTests {
    @Test("Every row of a store that Core Data wrote can be read", arguments: PublicStore.all)
    func everyRow(_ store: PublicStore) throws {
        let folder = try TemporaryFolder()
        let model = try store.model()
        let file = try store.copy(in: folder)
        let opened = try SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        let view = try opened.openView()
        for entity in model.entities where !entity.isAbstract {
            let query = StoreQuery(entity: entity, entityNames: [entity.name])
            guard case .rows(let rows) = try view.execute(query).objects else {
                Issue.record("the store answers without rows")
                continue
            }
            #expect(try view.count(query) == rows.count)
            for relationship in entity.relationships {
                _ = try view.destinations(of: relationship, from: rows.map(\.objectID))
            }
        }
    }
}
