import Dispatch
import Foundation
import ObjectGraph

// The runtime's context, which is made when the context is first used.
extension NSManagedObjectContext {
    /// The settings before there is a coordinator or a parent.
    struct WaitingSettings {
        var name: String?
        var transactionAuthor: String?
        var automaticallyMerges = false
        var retainsObjects = false
        var deletesInaccessibleFaults = true
        var propagatesDeletes = true
        var stalenessInterval = -1.0
    }

    /// The runtime's context. After the first use, the coordinator and the parent do not change.
    final var graph: ManagedObjectContext {
        if let ownGraph { return ownGraph }
        return makeGraph()
    }

    /// The same context, which this one retains.
    final var graphReference: Unmanaged<ManagedObjectContext> {
        @inline(__always) get { ownGraph.map(Unmanaged.passUnretained) ?? Unmanaged.passUnretained(makeGraph()) }
    }

    /// The runtime's context, if there is one. A context that was never used has no objects.
    final var usedGraph: ManagedObjectContext? { ownGraph }

    @inline(never)
    final func makeGraph() -> ManagedObjectContext {
        let graph: ManagedObjectContext
        if let ownParent {
            graph = ManagedObjectContext(parent: ownParent.graph)
        } else if let coordinator {
            graph = ManagedObjectContext(coordinator: coordinator.graphCoordinator)
            if waiting.automaticallyMerges { follow(coordinator) }
        } else {
            withoutCoordinator()
        }
        ownGraph = graph
        graph.adapter = link
        checkAccesses(in: graph)
        graph.objectsRetainDestinations = true
        graph.propagatesDeletesLater = true
        graph.name = waiting.name
        graph.transactionAuthor = waiting.transactionAuthor
        graph.automaticallyMergesChangesFromParent = waiting.automaticallyMerges
        graph.retainsRegisteredObjects = waiting.retainsObjects
        graph.shouldDeleteInaccessibleFaults = waiting.deletesInaccessibleFaults
        graph.propagatesDeletesAtEndOfEvent = waiting.propagatesDeletes
        graph.stalenessInterval = waiting.stalenessInterval
        graph.mergePolicy = ownMergePolicy.graphPolicy
        graph.undoHistory = ownUndoManager?.history
        if concurrencyType == .mainQueueConcurrencyType {
            // At the end of the current work (rule CON-4).
            graph.scheduleProcessing = { [link] in
                DispatchQueue.main.async { link.context?.processPendingChanges() }
            }
        }
        graph.scheduleMerge = { [link] in link.context?.mergeLater() }
        observation = graph.observe { [link] event in link.context?.post(event) }
        return graph
    }

    /// Discards the runtime's context with all objects, and leaves the coordinator.
    final func leaveCoordinator() {
        guard coordinator != nil else { return }
        // So that programs that still have objects read them as ones without values.
        if let ownGraph, !ownGraph.registeredObjects.isEmpty { ownGraph.reset() }
        ownUndoManager?.removeAllActions()
        tellStoresOfEnd()
        observation?.cancel()
        observation = nil
        (ownGraph, coordinator) = (nil, nil)
        (lastEntity, lastOwnEntity) = (nil, nil)
    }

    /// Begins to look at the changes of others whenever they have saved to a coordinator.
    final func follow(_ coordinator: NSPersistentStoreCoordinator?) {
        guard let coordinator else { return }
        coordinator.followers.add(self, of: coordinator.graphCoordinator)
    }

    /// Merges what others have saved after earlier work of the queue, if the context follows them.
    final func mergeLater() {
        if automaticallyMergesChangesFromParent { perform {} }
    }
}
