package import CommandArguments
import Foundation
import JSONStore
import PostgreSQLStore
import SQLiteStore
package import StoreMigration

/// The kinds of stores that a program knows.
package enum StoreKinds {
    /// The descriptions of the stores. The last one that takes an argument has the store, so JSON, which takes any
    /// path, is the first.
    @TaskLocal package static var registered: [any StoreAdministration.Type] = [
        JSONStoreDescription.self, SQLiteStoreDescription.self, PostgreSQLStoreDescription.self,
    ]

    /// The store that an argument names.
    ///
    /// - Throws: ``CommandError`` for the address of a database of no known kind, which would otherwise be the path
    ///   of a file. The message contains no password.
    package static func store(named argument: String) throws(CommandError) -> any StoreAdministration {
        for kind in registered.reversed() {
            guard let store = kind.init(argument: argument) else { continue }
            if store.storeURL == nil { return store }
            if let scheme = scheme(ofAddress: argument) {
                throw CommandError(
                    .usage,
                    "the address '\(scheme):…' names no store; specify a database as postgresql://…, and a file in a "
                        + "folder with this name as ./\(scheme):…")
            }
            return store
        }
        return JSONStoreDescription(storeAt: URL(filePath: argument))
    }

    /// The scheme of an address, such as `mysql` of `mysql://server/app`; nil for a path.
    private static func scheme(ofAddress argument: String) -> Substring? {
        guard let end = argument.firstIndex(of: ":"), argument[end...].hasPrefix(":/") else { return nil }
        let scheme = argument[..<end]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        return isScheme && !scheme.isEmpty ? scheme : nil
    }

    /// The kinds whose stores are files.
    package static var files: [any FileStoreAdministration.Type] {
        registered.compactMap { $0 as? any FileStoreAdministration.Type }
    }
}
