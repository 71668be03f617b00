/// The changes of a context and its parents as they are while a query runs, by reference.
final class ChangeOverlay {
    private let layers: [any UnsavedChanges]
    /// The objects with the changes that count: of an object that several layers have changed, the first one's.
    let objects: [UnsavedObject]
    /// Their places.
    private let places: ReferenceTable<Int>
    /// Those that are new in one of the layers.
    private let newObjects: ReferenceTable<Void>

    /// - Parameter layers: A child's changes before its parent's.
    init(_ layers: [any UnsavedChanges]) {
        self.layers = layers
        var objects: [UnsavedObject] = []
        var places = ReferenceTable<Int>()
        var newObjects = ReferenceTable<Void>()
        for layer in layers {
            let unsaved = layer.unsavedObjects
            places.reserveCapacity(objects.count + unsaved.count)
            for object in unsaved {
                if places.insert(objects.count, for: object.reference) { objects.append(object) }
                if object.change == .insertion { newObjects.insert((), for: object.reference) }
            }
        }
        self.objects = objects
        self.places = places
        self.newObjects = newObjects
    }

    /// The object with the changes that count; nil for one without changes.
    subscript(reference: ObjectReference) -> UnsavedObject? { places[reference].map { objects[$0] } }

    func isNew(_ reference: ObjectReference) -> Bool { newObjects[reference] != nil }

    /// The table that a new object will be in when it is saved; nil if no store has its entity.
    func table(ofNew reference: ObjectReference) -> Int? {
        layers.lazy.compactMap { $0.table(ofNew: reference) }.first
    }
}
