import ColumnEngine
import FileAccess
public import Foundation
import JSONTokens
import ModelSchema
public import ObjectGraph

/// The description of the model that a store's file was written with.
struct StoredModel {
    /// The key of the model as text: an array of lines.
    static let schemaKey = "schema"

    /// The name of the model; nil if the file does not contain it.
    private(set) var name: String?
    /// The version hashes of the entities, by the entity's name.
    private(set) var hashes: [String: String] = [:]
    /// The model as text; nil in a file of a program that did not write it yet.
    private var lines: [String]?

    /// Reads the value of the key `model`.
    init(_ scanner: inout JSONScanner) throws {
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            switch key {
            case "name": name = try scanner.readString()
            case "hashes":
                var hashes: [String: String] = [:]
                try scanner.readObject { scanner, entity in hashes[entity] = try scanner.readString() }
                self.hashes = hashes
            default: throw scanner.error("unknown key '\(key)' in the model of a store", at: scanner.keyOffset)
            }
        }
    }

    /// Whether a model is the one that the file was written with, as far as its text is known.
    func isWritten(with model: ManagedObjectModel) -> Bool {
        mismatch(with: model).isEmpty
    }

    fileprivate func mismatch(with model: ManagedObjectModel) -> ModelMismatch {
        ModelMismatch(stored: hashes, of: model) { Self.model(in: lines, unlike: model) }
    }

    /// The model as text; nil if it is unknown, cannot be read, or is a specified model.
    fileprivate static func model(in lines: [String]?, unlike model: ManagedObjectModel) -> Model? {
        guard let lines, lines != SchemaTextWriter.lines(of: model.schema) else { return nil }
        return try? SchemaTextReader.model(from: lines.joined(separator: "\n"))
    }
}

// A file of which only the start is read.
extension StoredModel {
    /// Most files contain it in their first bytes.
    private static let firstPrefixBytes = 1 << 16

    /// Reads the description in a file, and as little as possible of what follows.
    ///
    /// - Throws: `StoreError` if there is no file, or it does not start like a store.
    static func read(_ path: String) throws(StoreError) -> StoredModel {
        var count = firstPrefixBytes
        while true {
            let file: FileReading?
            do {
                file = try FileReading(path, maximumCount: count)
            } catch {
                throw StoreError(.fileSystem, location: path, "the store cannot be read: \(error)")
            }
            guard let file else { throw StoreError(.fileSystem, location: path, "there is no store to read") }
            let isWhole = file.stamp.sizeBytes <= count
            do {
                return try file.bytes.withUnsafeBytes { try scan($0, path: path) }
            } catch let error as StoreError {
                throw error
            } catch let error as JSONError {
                guard !isWhole else { throw StoreError(error, location: path) }
            } catch {
                throw StoreError(.malformed, location: path, "\(error)")
            }
            count = count > Int.max / 16 ? Int.max : count * 16
        }
    }

    private static func scan(_ bytes: UnsafeRawBufferPointer, path: String) throws -> StoredModel {
        try JSONScanner.scan(bytes, isWhole: false) { scanner in
            var found: StoredModel?
            var lines: [String]?
            try scanner.beginObject()
            while found == nil || lines == nil, let key = try scanner.nextKey() {
                switch key {
                case "version": try StoreMetadata.readVersion(&scanner, path: path)
                case "model": found = try StoredModel(&scanner)
                case schemaKey: lines = try readLines(&scanner)
                default: try scanner.skipValue()
                }
            }
            guard var found else {
                throw StoreError(.notAStore, location: path, "the file is not a store: it names no model")
            }
            found.lines = lines
            return found
        }
    }

    /// Reads the value of the key ``schemaKey``.
    fileprivate static func readLines(_ scanner: inout JSONScanner) throws -> [String] {
        var lines: [String] = []
        try scanner.readArray { lines.append(try $0.readString()) }
        return lines
    }

    /// The model in the file; nil if there is none.
    ///
    /// - Throws: `StoreError` if the text is not a model, or not the one that the file was written with.
    func model(path: String) throws(StoreError) -> ManagedObjectModel? {
        guard let lines else { return nil }
        let schema: Model
        do {
            schema = try SchemaTextReader.model(from: lines.joined(separator: "\n"))
        } catch {
            throw StoreError(.malformed, location: path, "the model in the store cannot be read: \(error)")
        }
        let model = ManagedObjectModel(schema)
        guard isWritten(with: model) else {
            throw StoreError(
                .malformed, location: path,
                "the model in the store does not match its objects: the version hashes differ; open the store with the "
                    + "model that it was written with")
        }
        return model
    }

    /// The values of attributes whose keys are missing in the file, by the entity's name and in the order of a model's
    /// attributes; nil if these equal the model's own defaults.
    ///
    /// The version hashes do not show this, because they do not include default values.
    func absentValues(for model: ManagedObjectModel, path: String) -> [String: [AttributeValue]]? {
        guard let lines, lines != SchemaTextWriter.lines(of: model.schema), isWritten(with: model),
            let stored = try? self.model(path: path)
        else { return nil }
        let values = model.entitiesByName.mapValues { entity in
            let known = stored.entitiesByName[entity.name]?.attributes ?? []
            let byName = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            return entity.attributes.map { AttributeValue(defaultOf: byName[$0.name] ?? $0) }
        }
        let isSame = model.entities.allSatisfy { values[$0.name] == $0.defaultValues }
        return isSame ? nil : values
    }
}

extension JSONStore {
    /// Returns the model in a store's file.
    ///
    /// With this model, you can open a store without the model file. It does not contain information that only editors
    /// and generators need. This method changes no byte of the store, and creates no file next to it.
    ///
    /// ```swift
    /// let model = try JSONStore.model(at: url)
    /// let container = try PersistentContainer(model: model, store: .json(at: url))  // Without a model file
    /// ```
    ///
    /// - Throws: `StoreError` if the file is not a store, or contains no readable model, as in files of earlier
    ///   versions, to which ``compact()`` adds it.
    public static func model(at url: URL) throws -> ManagedObjectModel {
        let path = StoreLocation.resolvingLinks(url).path(percentEncoded: false)
        guard let model = try StoredModel.read(path).model(path: path) else {
            throw StoreError(
                .modelMissing, location: path,
                "the store contains no model, because an earlier version wrote it; open it with its model")
        }
        return model
    }
}

/// Compares the model that a file was written with to the one that it is opened with.
struct ModelCheck {
    let model: ManagedObjectModel
    let path: String

    /// Reads the description of a file's model, and throws an error unless it is this one.
    func read(_ scanner: inout JSONScanner) throws {
        let stored = try StoredModel(&scanner)
        let mismatch = stored.mismatch(with: model)
        guard !mismatch.isEmpty else { return }
        let sharesEntities = stored.hashes.keys.contains { model.entitiesByName[$0] != nil }
        guard let storedName = stored.name, storedName != model.name, !sharesEntities else { throw refusal(mismatch) }
        throw StoreError(
            .modelMismatch, location: path,
            "the store was written with the model '\(storedName)', but this program opens it with '\(model.name)'")
    }

    /// Reads the text of a file's model, and throws an error if composites have other members in it, or if there are
    /// other uniqueness constraints, which the version hashes do not include.
    func readText(_ scanner: inout JSONScanner) throws {
        let lines = try StoredModel.readLines(&scanner)
        // The hashes have their own key.
        let hashes = model.entityVersionHashesByName.mapValues(\.description)
        let mismatch = ModelMismatch(stored: hashes, of: model) { StoredModel.model(in: lines, unlike: model) }
        guard mismatch.isEmpty else { throw refusal(mismatch) }
    }

    private func refusal(_ mismatch: ModelMismatch) -> StoreError {
        StoreError(.modelMismatch, location: path, mismatch.refusal(of: model))
    }
}
