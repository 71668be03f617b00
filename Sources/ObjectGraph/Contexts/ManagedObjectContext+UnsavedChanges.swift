// What fetches see of the changes of a context.
extension ManagedObjectContext: UnsavedChanges {
    package func unsavedObject(for reference: ObjectReference) -> UnsavedObject? {
        changedObject(for: reference).map(unsaved)
    }

    package func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue? {
        guard let object = registry[reference], object.hasChanges, object.hasPending else { return nil }
        return object.withChanges { $0.values[attribute] }
    }

    package var unsavedObjects: [UnsavedObject] { changed.map(unsaved) }

    package func table(ofNew reference: ObjectReference) -> Int? { changedObject(for: reference).flatMap(table) }

    /// What decides beside the snapshot: the changes of the context and its parents, as far as there are any.
    var unsavedChanges: [any UnsavedChanges] { sequence(first: self, next: \.parent).filter(\.hasChanges) }

    private func unsaved(_ object: ManagedObject) -> UnsavedObject {
        let change: UnsavedObject.Change =
            switch object.state {
            case .inserted: .insertion
            case .deleted: .deletion
            case .clean, .updated: .update
            }
        return UnsavedObject(
            reference: object.reference, change: change,
            contents: object.hasPending ? object.withChanges { ($0.values, $0.links) } : nil)
    }
}
