package import Foundation
import ObjectGraph
package import StoreExchange

extension StudioSession {
    /// The maximum number of rejected rows in an answer.
    private static let listedRowCount = 200

    /// Creates objects from the rows of a file, as `modelgen store import` does, without saving them.
    ///
    /// - Parameter isTrial: Whether to only report what would happen.
    /// - Throws: ``StudioError`` for a file or a mapping that cannot be used; nothing is changed.
    package func importRows(_ file: Data, _ parameters: ImportParameters, isTrial: Bool) throws -> ImportAnswer {
        if let readOnlyReason { throw StudioError("The store is read-only. \(readOnlyReason)") }
        // What a trial saves goes to a context that is discarded.
        let parent = isTrial ? ManagedObjectContext(parent: context) : context
        let child = ManagedObjectContext(parent: parent)
        do {
            let mapping = try parameters.importMapping()
            let rows = try ImportFile(Array(file), format: parameters.format, at: mapping.path)
            let importer = try RowImporter(entityNamed: parameters.entity, mapping: mapping, in: child)
            try importer.take(rows) { _ in }
            try importer.saveToParent()
            if !isTrial {
                context.processPendingChanges()
                revision += 1
            }
            return ImportAnswer(
                insertedCount: importer.insertedCount, updatedCount: importer.updatedCount,
                rejectedCount: importer.rejected.count,
                rejected: importer.rejected.prefix(Self.listedRowCount).map { .init(line: $0.line, text: $0.message) },
                unused: importer.unusedFields(in: rows).map { .init(name: $0.name, nearest: $0.nearest) },
                state: state())
        } catch let error as ImportError {
            throw StudioError("\(error)")
        }
    }
}

/// How the rows of a file become objects.
package struct ImportParameters: Sendable, Decodable {
    /// The entity of rows that do not name one; nil if all do.
    package var entity: String?
    package var format: ImportFile.Format
    /// A mapping as the command line reads it; nil or blank if fields have the names of properties.
    package var mapping: String?
    package var isTrial: Bool?

    package init(entity: String?, format: ImportFile.Format, mapping: String? = nil) {
        self.entity = entity
        self.format = format
        self.mapping = mapping
    }

    fileprivate func importMapping() throws -> ImportMapping {
        let text = (mapping ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? ImportMapping() : try ImportMapping(json: Array(text.utf8))
    }
}

extension ImportFile.Format: Decodable {}

/// The outcome of an import.
package struct ImportAnswer: Sendable, Encodable {
    package struct Row: Sendable, Encodable {
        package var line: Int
        package var text: String
    }

    package struct Field: Sendable, Encodable {
        package var name: String
        package var nearest: String?
    }

    package var insertedCount: Int
    package var updatedCount: Int
    package var rejectedCount: Int
    /// The first rejected rows, with their reasons.
    package var rejected: [Row]
    /// The fields that no property uses, each with the property of the most similar name.
    package var unused: [Field]
    package var state: StateAnswer
}
