/// The unsaved changes of a context at one time, which a search on another thread can read.
final class CapturedChanges: UnsavedChanges, Sendable {
    let unsavedObjects: [UnsavedObject]
    private let places: [ObjectReference: Int]
    /// The tables of new objects.
    private let tables: [ObjectReference: Int]

    init(of context: ManagedObjectContext) {
        unsavedObjects = context.unsavedObjects
        places = Dictionary(
            unsavedObjects.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
        let new = context.changed.filter { $0.state == .inserted }
        tables = Dictionary(
            new.compactMap { object in context.table(of: object).map { (object.reference, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    func unsavedObject(for reference: ObjectReference) -> UnsavedObject? {
        places[reference].map { unsavedObjects[$0] }
    }

    func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue? {
        places[reference].flatMap { unsavedObjects[$0].contents?.values[attribute] }
    }

    func table(ofNew reference: ObjectReference) -> Int? { tables[reference] }
}

extension ManagedObjectContext {
    /// The unsaved changes of the context and its parents, as they are now.
    var capturedChanges: [CapturedChanges] {
        sequence(first: self, next: \.parent).filter(\.hasChanges).map(CapturedChanges.init)
    }

    /// The new objects of the context and its parents, by the references that they have now.
    var newObjects: [ObjectReference: ManagedObject] {
        sequence(first: self, next: \.parent).reduce(into: [:]) { objects, context in
            for object in context.changed where object.state == .inserted {
                if objects[object.reference] == nil { objects[object.reference] = object }
            }
        }
    }
}
