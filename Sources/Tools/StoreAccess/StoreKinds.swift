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
                let addresses = registered.flatMap { $0.namePatterns }.filter { $0.hasSuffix("://") }.map { "\($0)…" }
                throw CommandError(
                    .usage,
                    "the address '\(scheme):…' names no store; specify a database as "
                        + "\(enumeration(of: addresses, "or")), and a file in a folder with this name as ./\(scheme):…")
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

    /// The kind of a store whose argument names no store of another kind.
    package static var usual: any StoreAdministration.Type { registered.first ?? JSONStoreDescription.self }

    /// The kinds whose stores are files.
    package static var files: [any FileStoreAdministration.Type] {
        registered.compactMap { $0 as? any FileStoreAdministration.Type }
    }

    // MARK: Help

    /// What an argument that names a store can be, as an enumeration.
    package static var argumentForms: String { enumeration(of: registered.map { $0.argumentForm }, "or") }

    /// How the name of a new store determines its kind, as an enumeration.
    package static var rulesOfNames: String {
        let rules = registered.dropFirst().reversed().filter { !$0.namePatterns.isEmpty }.map { kind in
            "\(kind.systemName) with \(enumeration(of: kind.namePatterns, "or"))"
        }
        return enumeration(of: rules + ["otherwise \(usual.systemName)"], "and")
    }

    /// Returns the names of the kinds, such as `JSON, SQLite, and PostgreSQL`.
    package static func names(_ conjunction: String) -> String {
        enumeration(of: registered.map { $0.systemName }, conjunction)
    }

    /// Returns the names of the kinds whose stores are files.
    package static func namesOfFiles(_ conjunction: String) -> String {
        enumeration(of: files.map { $0.systemName }, conjunction)
    }

    /// Returns the names of the kinds with tables that people name.
    package static func namesOfTableNaming(_ conjunction: String) -> String {
        enumeration(of: registered.filter { $0 is any TableNaming.Type }.map { $0.systemName }, conjunction)
    }

    private static func enumeration(of texts: [String], _ conjunction: String) -> String {
        guard texts.count > 2, let last = texts.last else { return texts.joined(separator: " \(conjunction) ") }
        return "\(texts.dropLast().joined(separator: ", ")), \(conjunction) \(last)"
    }
}
