import ColumnEngine
import FileAccess
import Foundation
import ModelSchema

/// The values of a graph in separate files.
struct ExternalValues {
    let data: ExternalData
    /// The indexes of the attributes whose values can be in files, by table.
    private let attributes: [[Int]]

    init(_ data: ExternalData, model: ManagedObjectModel) {
        self.data = data
        let own = model.entities.map { entity in
            entity.attributes.indices.filter { index in
                let attribute = entity.attributes[index]
                return attribute.type == .binary && attribute.allowsExternalBinaryDataStorage && !attribute.isTransient
            }
        }
        // The tables of the stores that were opened before this one come first.
        attributes = Array(repeating: [], count: model.firstTableOrdinal) + own
    }

    /// Whether the model has any such attribute.
    var isPossible: Bool { attributes.contains { !$0.isEmpty } }

    /// The values in changes, with the names of their files.
    func values(in changes: ChangeSet, of layout: GraphLayout) -> [(name: String, data: Data)] {
        guard isPossible else { return [] }
        var found: [(name: String, data: Data)] = []
        func note(_ value: AttributeValue, _ index: Int, _ reference: ObjectReference) {
            let entity = layout.entities[reference.entityOrdinal]
            guard case .binary(let data) = value, ExternalData.takes(data, of: entity.attributes[index]) else { return }
            found.append((self.data.name(of: data, at: index, of: reference), data))
        }
        for insertion in changes.inserted {
            for index in attributes[insertion.reference.entityOrdinal] {
                note(insertion.values[index], index, insertion.reference)
            }
        }
        for update in changes.updated {
            for (index, value) in update.values where attributes[update.reference.entityOrdinal].contains(index) {
                note(value, index, update.reference)
            }
        }
        return found
    }

    /// The names of all files of a graph.
    func names(in snapshot: GraphSnapshot) -> Set<String> {
        var names: Set<String> = []
        forEachValue(in: snapshot) { value, index, reference in
            names.insert(data.name(of: value, at: index, of: reference))
        }
        return names
    }

    /// The names of the files of a graph whose contents do not match them, in order.
    ///
    /// - Throws: `StoreError` if the folder or a file cannot be read.
    func namesOfChangedFiles(in snapshot: GraphSnapshot) throws(StoreError) -> [String] {
        let used = names(in: snapshot)
        return try data.namesOfChangedFiles.filter(used.contains)
    }

    /// All values of a graph in files, without duplicates, with the names of the files.
    func all(in snapshot: GraphSnapshot) -> [(name: String, data: Data)] {
        var known: Set<String> = []
        var found: [(name: String, data: Data)] = []
        forEachValue(in: snapshot) { value, index, reference in
            let name = data.name(of: value, at: index, of: reference)
            if known.insert(name).inserted { found.append((name, value)) }
        }
        return found
    }

    /// Writes the values of a graph whose files are missing: those that were in the store's file itself, because the
    /// model did not allow anything else when it was written, or because a person has put them there.
    ///
    /// This must happen before the store's file is written, which refers to the files.
    func writeMissing(in snapshot: GraphSnapshot, operations: FileOperations, isSynchronous: Bool) throws {
        guard isPossible else { return }
        for (name, value) in all(in: snapshot) where FileStamp(data.path(of: name))?.sizeBytes != value.count {
            try data.write(value, named: name, operations: operations, isSynchronous: isSynchronous)
        }
    }

    /// Calls `body` with the values of a graph in separate files, the index of their attributes, and their objects.
    private func forEachValue(in snapshot: GraphSnapshot, _ body: (Data, Int, ObjectReference) -> Void) {
        for (ordinal, table) in snapshot.tables.enumerated() {
            for index in attributes[ordinal] {
                let attribute = table.entity.attributes[index]
                for chunk in table.chunks {
                    guard case .binary(let values) = chunk.contents.columns[index] else { continue }
                    for row in 0..<values.count {
                        guard let value = values[row], ExternalData.takes(value, of: attribute) else { continue }
                        body(value, index, chunk.contents.references[row])
                    }
                }
            }
        }
    }
}
