import Foundation
import JSONTokens
import ObjectGraph

/// Finds objects of a readable store that the model does not allow.
struct StoreCheck {
    let store: JSONStore
    let model: ManagedObjectModel
    let path: String

    func findings() throws -> [StoreFinding] {
        let bytes = try FileReading(path)?.bytes.array ?? []
        let problems = try problems()
        return bytes.withUnsafeBytes { placed(problems, in: $0) } + (try changedValues)
    }

    /// A problem of an object, or of the store.
    private struct Problem {
        var message: String
        var objectID: ObjectID?
    }

    private func problems() throws -> [Problem] {
        let context = try PersistentContainer(model: model, store: OpenStoreDescription(store)).newContext()
        var problems: [Problem] = []
        for entity in model.entities where !entity.isAbstract {
            problems += try invalidObjects(of: entity, in: context)
        }
        problems += try RepeatedValueCheck(of: store, model: model).findings()
            .map { Problem(message: $0.message, objectID: $0.objectID) }
        problems += try DerivedValueCheck(of: store, model: model).findings()
            .map { Problem(message: $0.message, objectID: $0.objectID) }
        return problems + unknownKeys
    }

    /// Objects of an entity with values or relationships that are not valid.
    private func invalidObjects(of entity: EntityDescription, in context: ManagedObjectContext) throws -> [Problem] {
        var problems: [Problem] = []
        var request = FetchRequest<ManagedObject>(entityName: entity.name)
        request.includesSubentities = false
        for object in try context.fetch(request) {
            do {
                try object.validateForUpdate()
            } catch let errors as ValidationErrors {
                problems += errors.errors.map { Problem(message: $0.message, objectID: object.objectID) }
            } catch let error as ValidationError {
                problems.append(Problem(message: error.message, objectID: object.objectID))
            } catch {
                problems.append(Problem(message: "\(error)", objectID: object.objectID))
            }
        }
        return problems
    }

    /// Keys without a property in the model, which may be misspelled.
    private var unknownKeys: [Problem] {
        let contents = store.contents
        let ofStore = contents.unknown.members.map { Problem(message: "unknown key '\($0.name)' is kept") }
        let ofObjects = contents.unknownOfObjects.sorted { $0.key < $1.key }.flatMap { reference, unknown in
            unknown.members.map { member in
                Problem(
                    message: "the model has no property '\(member.name)', which is kept",
                    objectID: contents.snapshot.layout.objectID(for: reference))
            }
        }
        return ofStore + ofObjects
    }

    /// Files of large values whose contents do not match their names.
    private var changedValues: [StoreFinding] {
        get throws {
            try store.external.namesOfChangedFiles.map {
                StoreFinding(location: store.external.path(of: $0), "the file was changed after it was written")
            }
        }
    }

    /// Returns the problems with their places, which are found in one pass over the file.
    private func placed(_ problems: [Problem], in bytes: UnsafeRawBufferPointer) -> [StoreFinding] {
        let objectIDs = Set(problems.compactMap(\.objectID))
        let offsets = objectIDs.isEmpty ? [:] : FilePosition.offsets(of: objectIDs, in: bytes)
        var text = TextPositions(bytes)
        let places = text.places(of: Array(offsets.values))
        return problems.map { problem in
            guard let objectID = problem.objectID else { return StoreFinding(location: path, problem.message) }
            let place = offsets[objectID].flatMap { places[$0] }
            return StoreFinding(
                location: path, line: place?.line, column: place?.column,
                "\(objectID.entityName) \(objectID.number): \(problem.message)")
        }
    }
}
