import Foundation

extension FetchedResultsController {
    /// The current result, and then the result after each change and each fetch, and when the IDs of its objects become
    /// permanent. The sequence ends with the controller.
    ///
    /// A later snapshot replaces one that has not been consumed.
    ///
    /// ```swift
    /// for await snapshot in controller.snapshots {
    ///     counts.append(snapshot.objectIDs.count)
    ///     if snapshot.objectIDs.count == 3 { break }
    /// }
    /// ```
    public var snapshots: AsyncStream<FetchedResultsSnapshot> {
        let (stream, continuation) = AsyncStream<FetchedResultsSnapshot>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        listeners[lastListener] = continuation
        if let snapshot { continuation.yield(snapshot) }
        updateObservation()
        return stream
    }

    func follow(_ event: ContextEvent) {
        do {
            switch event {
            case .objectsDidChange(let change): try follow(change)
            case .willSave, .didSave, .didFailToRead: break
            }
        } catch {
            trackingError = error
            reportTrackingError?(error)
        }
    }

    private func follow(_ change: ObjectChanges) throws {
        if change.invalidatedAllObjects {
            // The objects of the result must not be used any more (rule FRC-37).
            tracking = nil
            return updateObservation()
        }
        // What follows a change that was not applied would lead to a result that never existed.
        guard trackingError == nil else { return }
        // Not the result itself, of which only one reference may exist when it changes.
        guard let reach = tracking?.reach else { return }
        let removed = change.deleted.union(change.invalidated).filter(reach.contains)
        let objects = change.inserted.union(change.updated).union(change.refreshed).union(change.settled)
            .filter { reach.contains($0) && !removed.contains($0) }
        let renamed = tracking?.takeOutdated(among: change.renamed) ?? []
        if change.mayLackInsertions {
            return try takeIn { tracking, listsRenamed in
                try tracking.fetchAnew(
                    changed: objects, renamed: renamed, listsRenamed: listsRenamed, in: managedObjectContext)
            }
        }
        guard !removed.isEmpty || !objects.isEmpty || !renamed.isEmpty else { return }
        try takeIn { tracking, listsRenamed in
            try tracking.follow(
                objects, removing: removed, renamed: renamed, listsRenamed: listsRenamed, in: managedObjectContext)
        }
    }

    /// Changes the result in place, because a copy would take time proportional to its size.
    ///
    /// - Parameter change: Changes the result, and lists the rows with other IDs if its second argument is true.
    private func takeIn(_ change: (inout Tracking, Bool) throws -> Tracking.Outcome) throws {
        // First, because a delegate may read the result before it answers.
        let wantsChanges = delegate?.wantsChanges(of: self) == true
        let wantsDifference = !wantsChanges && delegate?.reporting == .differences
        guard var own = tracking.take() else { return }
        let outcome: Tracking.Outcome
        do {
            // The controller would not follow later changes.
            outcome = try StoreCancellation.ignoringCancellation { try change(&own, wantsDifference) }
        } catch {
            tracking = own
            throw error
        }
        guard !outcome.changes.isEmpty else {
            tracking = own
            guard outcome.showsOtherIDs else { return }
            if wantsDifference { reportDifference(outcome) }
            reportSnapshot()
            return
        }
        var deleted: [FetchedResultsSection<Object>] = []
        if wantsChanges, let delegate {
            // The old result returns briefly (rule FRC-20).
            var past = outcome.past
            own.swap(with: &past)
            tracking = own
            let shown = outcome.changes.deletedSections.isEmpty ? [] : own.shown
            deleted = outcome.changes.deletedSections.map { section(shown[$0.index], own) }
            delegate.controllerWillChangeContent(self)
            tracking = nil
            own.swap(with: &past)
        }
        tracking = own
        report(outcome, deleted: deleted)
    }

    private func report(_ outcome: Tracking.Outcome, deleted: [FetchedResultsSection<Object>]) {
        let changes = outcome.changes
        if let delegate, delegate.wantsChanges(of: self), let tracking {
            for (section, change) in zip(deleted, changes.deletedSections) {
                delegate.controller(self, didChange: section, atSectionIndex: change.index, for: .delete)
            }
            let shown = changes.insertedSections.isEmpty ? [] : tracking.shown
            for change in changes.insertedSections {
                let section = section(shown[change.index], tracking)
                delegate.controller(self, didChange: section, atSectionIndex: change.index, for: .insert)
            }
            for row in changes.rows { report(row, of: changes, to: delegate) }
            delegate.controllerDidChangeContent(self)
        } else if delegate?.reporting == .differences {
            reportDifference(outcome)
        }
        reportSnapshot()
    }

    private func reportDifference(_ outcome: Tracking.Outcome) {
        guard let difference = outcome.changes.difference(renamed: outcome.renamedRows) else { return }
        delegate?.controller(self, didChangeContentWith: difference)
    }

    private func report(
        _ row: ResultChanges<Object>.Row, of changes: ResultChanges<Object>,
        to delegate: any FetchedResultsControllerDelegate<Object>
    ) {
        func tell(_ object: Object, _ from: Path?, _ type: FetchedResultsChangeType, _ to: Path?) {
            delegate.controller(
                self, didChange: object, at: from.map { IndexPath($0) }, for: type,
                newIndexPath: to.map { IndexPath($0) })
        }
        switch row {
        case .insert(let object, let path): tell(object, nil, .insert, path)
        case .delete(let object, let path): tell(object, path, .delete, nil)
        case .move(let object, let from, let to): tell(object, from, .move, to)
        case .update(let object, let from, let to):
            // A changed sort key is a move, even if the row keeps its position (rule FRC-17).
            tell(object, from, changes.reorderedItems.contains(object) ? .move : .update, to)
        }
    }

    private typealias Path = ResultChanges<Object>.Path

    /// Sends the result to those who want it as a whole.
    func reportSnapshot() {
        let wantsSnapshot = delegate?.reporting == .snapshots
        guard wantsSnapshot || !listeners.isEmpty, let snapshot else { return }
        if wantsSnapshot { delegate?.controller(self, didChangeContentWith: snapshot) }
        for (number, listener) in listeners {
            if case .terminated = listener.yield(snapshot) { listeners[number] = nil }
        }
    }
}

extension ResultChanges where Item: ManagedObject {
    /// The difference of the IDs in the only section.
    ///
    /// - Parameter renamed: The rows whose objects have other IDs. Each is a removal of the earlier ID and an insertion
    ///   of the new one, because these are different elements.
    fileprivate func difference(
        renamed: [FetchedResultsController<Item>.Tracking.RenamedRow]
    ) -> CollectionDifference<ObjectID>? {
        let earlierIDs = Dictionary(renamed.map { ($0.object, $0.earlierID) }, uniquingKeysWith: { first, _ in first })
        var changes: [CollectionDifference<ObjectID>.Change] = []
        var listed: Set<Item> = []
        for row in rows {
            switch row {
            case .insert(let object, let path):
                changes.append(.insert(offset: path.item, element: object.objectID, associatedWith: nil))
            case .delete(let object, let path):
                let objectID = earlierIDs[object] ?? object.objectID
                changes.append(.remove(offset: path.item, element: objectID, associatedWith: nil))
                listed.insert(object)
            case .move(let object, let from, let to):
                guard earlierIDs[object] == nil else { continue }
                changes.append(.remove(offset: from.item, element: object.objectID, associatedWith: to.item))
                changes.append(.insert(offset: to.item, element: object.objectID, associatedWith: from.item))
            case .update: break
            }
        }
        for row in renamed where !listed.contains(row.object) {
            guard let place = row.to else { continue }
            changes.append(.remove(offset: row.from, element: row.earlierID, associatedWith: nil))
            changes.append(.insert(offset: place, element: row.object.objectID, associatedWith: nil))
        }
        return CollectionDifference(changes)
    }
}
