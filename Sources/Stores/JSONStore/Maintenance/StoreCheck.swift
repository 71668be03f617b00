import Foundation
import JSONTokens
import ObjectGraph

/// Finds objects of a readable store that the model does not allow.
struct StoreCheck {
    let store: JSONStore
    let model: ManagedObjectModel
    let path: String

    private struct Opened: PersistentStoreDescription {
        let store: JSONStore

        func openStore(for model: ManagedObjectModel) -> any PersistentStore { store }
    }

    func findings() throws -> [StoreFinding] {
        let bytes = try FileReading(path)?.bytes.array ?? []
        let context = try PersistentContainer(model: model, store: Opened(store: store)).newContext()
        var findings: [StoreFinding] = []
        for entity in model.entities where !entity.isAbstract {
            var request = FetchRequest<ManagedObject>(entityName: entity.name)
            request.includesSubentities = false
            for object in try context.fetch(request) {
                do {
                    try object.validateForUpdate()
                } catch let errors as ValidationErrors {
                    for error in errors.errors { findings.append(finding(error.message, object.objectID, bytes)) }
                } catch let error as ValidationError {
                    findings.append(finding(error.message, object.objectID, bytes))
                } catch {
                    findings.append(finding("\(error)", object.objectID, bytes))
                }
            }
            findings += repeatedValues(in: entity, bytes)
        }
        findings += try DerivedValueCheck(of: store, model: model).findings()
            .map { finding($0.message, $0.objectID, bytes) }
        return findings + unknownKeys(bytes) + damagedValues
    }

    /// Keys without a property in the model, which may be misspelled.
    private func unknownKeys(_ bytes: [UInt8]) -> [StoreFinding] {
        let contents = store.contents
        let ofStore = contents.unknown.members.map { StoreFinding(place: path, "unknown key '\($0.name)' is kept") }
        let ofObjects = contents.unknownOfObjects.sorted { $0.key < $1.key }.flatMap { reference, unknown in
            unknown.members.map { member in
                finding(
                    "the model has no property '\(member.name)', which is kept",
                    contents.snapshot.layout.objectID(for: reference), bytes)
            }
        }
        return ofStore + ofObjects
    }

    /// Files of large values whose contents do not match their names.
    private var damagedValues: [StoreFinding] {
        store.external.damagedFiles.map { StoreFinding(place: $0, "the file was changed after it was written") }
    }

    /// Objects with the same values of a uniqueness constraint.
    private func repeatedValues(in entity: EntityDescription, _ bytes: [UInt8]) -> [StoreFinding] {
        let snapshot = store.snapshot
        return entity.schema.uniquenessConstraints.flatMap { constraint -> [StoreFinding] in
            let names = constraint.propertyNames
            var seen: Set<[AttributeValue]> = []
            var findings: [StoreFinding] = []
            for name in entity.concreteFamilyNames {
                guard let ordinal = snapshot.layout.ordinal(ofEntityNamed: name) else { continue }
                let table = snapshot.tables[ordinal]
                let indexes = names.compactMap { name in table.entity.attributes.firstIndex { $0.name == name } }
                guard indexes.count == names.count else { continue }
                for chunk in table.chunks {
                    for row in 0..<chunk.count {
                        let values = indexes.map { chunk.contents.columns[$0][row] }
                        guard !values.contains(where: \.isNull), !seen.insert(values).inserted else { continue }
                        let objectID = snapshot.layout.objectID(for: chunk.contents.references[row])
                        let list = names.joined(separator: ", ")
                        findings.append(finding("another object has the same values of '\(list)'", objectID, bytes))
                    }
                }
            }
            return findings
        }
    }

    private func finding(_ message: String, _ objectID: ObjectID, _ bytes: [UInt8]) -> StoreFinding {
        let message = "\(objectID.entityName) \(objectID.number): \(message)"
        let place = bytes.withUnsafeBytes { bytes in
            try? JSONScanner.scan(bytes, isWhole: false) { scanner -> (line: Int, column: Int)? in
                guard let offset = try FilePlace.offset(ofObject: objectID, in: bytes) else { return nil }
                return scanner.position(at: offset)
            }
        }
        return StoreFinding(place: path, line: place?.line, column: place?.column, message)
    }
}
