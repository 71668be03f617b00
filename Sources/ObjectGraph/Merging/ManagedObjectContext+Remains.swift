// What still leads to objects that are stored again after they were deleted.
extension ManagedObjectContext {
    /// Takes away what has led to objects since they were deleted (rules DEL-11 and DEL-17): those that are stored again lead
    /// back to nothing that they do not know of. O(*n*) in the number of objects that may point to them, which is rare.
    ///
    /// - Parameter back: The objects that the next save stores again.
    func unlinkRemains(of back: [ManagedObject]) {
        guard !back.isEmpty else { return }
        let latest = persistentStoreCoordinator.snapshot
        for object in back {
            for relationship in object.entity.relationships {
                guard let inverse = object.remainingInverse(of: relationship, in: layout) else { continue }
                for source in latest.sources(of: object.reference, by: inverse, of: relationship.destinationName) {
                    unlink(source, from: object, inverse)
                }
            }
        }
    }

    private func unlink(_ row: Row, from object: ManagedObject, _ relationship: RelationshipDescription) {
        let source = self.object(for: row.reference)
        guard source.state != .deleted else { return }
        let leadsBack = relationship.inverseIndex.map { inverse in
            object.pendingLinks[inverse].contains(
                source.reference, isOrdered: object.entity.relationships[inverse].isOrdered)
        }
        // It leads there because this context says so.
        if leadsBack == true, source.isChanged(relationship: relationship.index) { return }
        memento?.keep(source)
        if !source.hasPending {
            source.take(row)
            source.copyCommitted()
            noteUpdate(of: source)
        }
        source.pendingLinks[relationship.index].remove(object.reference, isOrdered: relationship.isOrdered)
        if let inverse = relationship.inverseIndex {
            object.pendingLinks[inverse].remove(
                source.reference, isOrdered: object.entity.relationships[inverse].isOrdered)
        }
        source.noteRefresh()
    }
}

extension ManagedObject {
    /// The inverse of a relationship, where it may have kept leading here after this object was deleted.
    fileprivate func remainingInverse(
        of relationship: RelationshipDescription, in layout: GraphLayout
    ) -> RelationshipDescription? {
        guard let index = relationship.inverseIndex, let entity = layout.entity(named: relationship.destinationName)
        else { return nil }
        let inverse = entity.relationships[index]
        return inverse.mayLeadNowhere && inverse.isStored ? inverse : nil
    }
}
