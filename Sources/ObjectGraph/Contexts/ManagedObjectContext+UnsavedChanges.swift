// What fetches see of the changes of a context.
extension ManagedObjectContext: UnsavedChanges {
    package func unsavedObject(for reference: ObjectReference) -> UnsavedObject? {
        changedObject(for: reference).map(unsaved)
    }

    package var unsavedObjects: [UnsavedObject] { changed.map(unsaved) }

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
            reference: object.reference, table: table(of: object), change: change,
            contents: object.hasPending ? (object.pendingValues, object.pendingLinks) : nil)
    }
}
