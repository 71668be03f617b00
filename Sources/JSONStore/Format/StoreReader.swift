import Foundation
import ObjectGraph

/// Reads a store's file. Files are untrusted: whatever they hold, the result is a sound graph or an error with its
/// place.
struct StoreReader {
    let model: ManagedObjectModel
    let path: String
    private let formats: [String: EntityFormat]

    init(model: ManagedObjectModel, path: String) {
        self.model = model
        self.path = path
        formats = Dictionary(uniqueKeysWithValues: EntityFormat.all(of: model).map { ($0.entity.name, $0) })
    }

    /// The contents of a file.
    ///
    /// - Throws: ``JSONStoreError``.
    func read(_ bytes: [UInt8]) throws -> StoreContents {
        do {
            return try JSONScanner.scan(bytes) { try read(&$0) }
        } catch let error as JSONError {
            let expected = error.expected.map { "; expected \($0)" } ?? ""
            throw JSONStoreError(
                .malformed, path: path, line: error.line, column: error.column, error.message + expected)
        }
    }

    private func read(_ scanner: inout JSONScanner) throws -> StoreContents {
        var header = StoreHeader()
        var graph: GraphReader?
        try scanner.readObject { scanner, key in
            switch key {
            case "format": header.format = try scanner.readString()
            case "version": header.version = try scanner.readInteger()
            case "store": header.identifier = try readIdentifier(&scanner)
            case "model": try header.readModel(&scanner)
            case "metadata": header.metadata = try scanner.captureObject()
            case "lastIDs":
                try scanner.readObject { scanner, name in header.lastNumbers[name] = try scanner.readInteger() }
            case "entities":
                guard graph == nil else { throw scanner.failure("the key 'entities' is there twice") }
                // What the file is decides whether its objects can be read at all, so that is said first.
                try header.check(against: model, path: path)
                var reader = GraphReader(
                    model: model, formats: formats, storeIdentifier: try header.requireIdentifier(path: path))
                try reader.readEntities(&scanner)
                graph = reader
            default:
                throw scanner.failure("the key '\(key)' is none of a store's")
            }
        }
        try header.check(against: model, path: path)
        var contents = StoreContents(identifier: try header.requireIdentifier(path: path))
        contents.metadata = header.metadata
        contents.snapshot = try graph?.finish(&scanner) ?? GraphSnapshot()
        contents.lastNumbers = header.lastNumbers.merging(
            contents.greatestNumbers(in: Array(formats.values)), uniquingKeysWith: max)
        return contents
    }

    private func readIdentifier(_ scanner: inout JSONScanner) throws -> UUID {
        let start = scanner.offset
        guard let identifier = UUID(uuidString: try scanner.readString()) else {
            throw scanner.failure("the store's identifier is no UUID", at: start)
        }
        return identifier
    }
}

extension JSONScanner {
    fileprivate mutating func captureObject() throws -> [UInt8] {
        guard try peek() == .object else { throw failure("metadata is no object") }
        return try captureValue()
    }
}
