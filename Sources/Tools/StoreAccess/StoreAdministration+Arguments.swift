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

    /// - Throws: `FileError` if there is nothing at the path, or `CommandError` if there is no store elsewhere.
    package func requirePresence() throws {
        if let storeURL { return try FileReader.requirePresence(at: storeURL.relativePath) }
        guard try exists() else { throw CommandError(.fileSystem, "\(displayName) does not exist") }
    }

    /// - Throws: `CommandError` if there is something at the place.
    package func requireAbsence() throws {
        guard try exists() else { return }
        throw CommandError(.fileSystem, "\(displayName) already exists; nothing was written")
    }

    /// - Throws: `CommandError` if the name of a copy of the store means a store of another kind, for which people
    ///   and programs would take it.
    package func requireSameKind(ofCopyNamed path: String) throws {
        guard storeURL != nil else { return }
        let named = try StoreKinds.store(named: path)
        let kind = type(of: named)
        // A store of the usual kind can have any name.
        let isMeant = kind != StoreKinds.usual || kind.namePatterns.contains(where: path.lowercased().hasSuffix)
        guard kind != Self.self, isMeant else { return }
        throw CommandError(
            .usage,
            "\(named.displayName) is the name of a \(kind.systemName) store, but the copy is a "
                + "\(Self.systemName) store; use a name that ends in .\(Self.systemName.lowercased())")
    }

    /// The name of the store's file without its extension; nil for a database.
    package var fileName: String? { storeURL?.deletingPathExtension().lastPathComponent }
}
