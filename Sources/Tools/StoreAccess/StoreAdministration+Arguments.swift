import CommandArguments
import FileAccess
import Foundation
package import ObjectGraph
package import StoreMigration

extension StoreAdministration {
    /// Opens the store.
    package func openStore(for model: ManagedObjectModel, isReadOnly: Bool) throws -> any PersistentStore {
        var description = self
        description.isReadOnly = isReadOnly
        return try description.openStore(for: model)
    }

    /// - Throws: `FileFailure` if there is nothing at the path, or `CommandFailure` if there is no store elsewhere.
    package func requirePresence() throws {
        if let storeURL { return try FileReader.requirePresence(at: storeURL.relativePath) }
        guard try exists() else { throw CommandFailure(.fileSystem, "\(displayName) does not exist") }
    }

    /// - Throws: `CommandFailure` if there is something at the place.
    package func requireAbsence() throws {
        guard try exists() else { return }
        throw CommandFailure(.fileSystem, "\(displayName) already exists; nothing was written")
    }

    /// The name of the store's file without its extension; nil for a database.
    package var fileName: String? { storeURL?.deletingPathExtension().lastPathComponent }
}
