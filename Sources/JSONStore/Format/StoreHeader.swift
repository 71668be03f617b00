import Foundation
import ObjectGraph

/// The part of a store's file before the objects: what it is, and which model it was written with.
struct StoreHeader {
    var format: String?
    var version: Int64?
    var identifier: UUID?
    var modelName: String?
    var hashes: [String: String] = [:]
    var metadata = Array("{}".utf8)
    var lastNumbers: [String: Int64] = [:]

    mutating func readModel(_ scanner: inout JSONScanner) throws {
        var name: String?
        var hashes: [String: String] = [:]
        try scanner.readObject { scanner, key in
            switch key {
            case "name": name = try scanner.readString()
            case "hashes":
                try scanner.readObject { scanner, entity in hashes[entity] = try scanner.readString() }
            default: throw scanner.failure("the key '\(key)' is none of a store's model")
            }
        }
        modelName = name
        self.hashes = hashes
    }

    func requireIdentifier(path: String) throws -> UUID {
        guard let identifier else {
            throw JSONStoreError(.notAStore, path: path, "the file does not say which store it is")
        }
        return identifier
    }

    /// Throws unless the file is a store of this model.
    func check(against model: ManagedObjectModel, path: String) throws {
        guard format == StoreFormat.name else {
            throw JSONStoreError(
                .notAStore, path: path,
                "the file is no store: it does not begin with \"format\": \"\(StoreFormat.name)\"")
        }
        guard version == StoreFormat.version else {
            let found = version.map(String.init) ?? "none"
            throw JSONStoreError(
                .newerFormat, path: path,
                "the file is in version \(found) of the format, and this program knows version \(StoreFormat.version)")
        }
        let expected = model.schema.versionHashes.mapValues(\.description)
        guard hashes != expected else { return }
        throw JSONStoreError(.modelMismatch, path: path, mismatch(with: expected, modelName: model.name))
    }

    private func mismatch(with expected: [String: String], modelName: String) -> String {
        let changed = expected.keys.filter { hashes[$0] != nil && hashes[$0] != expected[$0] }.sorted()
        let added = expected.keys.filter { hashes[$0] == nil }.sorted()
        let removed = hashes.keys.filter { expected[$0] == nil }.sorted()
        let parts = [("changed", changed), ("new", added), ("gone", removed)].filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }
        return """
            the store was written with another version of the model '\(modelName)' (\(parts.joined(separator: "; "))); \
            open it with that version
            """
    }
}
