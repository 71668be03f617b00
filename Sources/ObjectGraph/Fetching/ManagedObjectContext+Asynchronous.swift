import Foundation
import ModelExpressions

extension ManagedObjectContext {
    /// Returns the objects that match a request, without blocking the context's actor during the search (rule FET-39).
    ///
    /// The fetch searches the latest committed state when it begins. If this context or a parent has unsaved changes,
    /// or if the predicate needs objects, the fetch runs on the context's actor. Canceling the task ends the fetch with
    /// `CancellationError`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - progress: A closure that receives the completed fraction, from 0 to 1, on any thread.
    ///   - isolation: The context's actor.
    /// - Throws: The errors of ``fetch(_:)``, or `CancellationError`.
    public func fetchAsynchronously<Object: ManagedObject>(
        _ request: FetchRequest<Object>, progress: (@Sendable (Double) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Object] {
        try Task.checkCancellation()
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        guard fetch.runsOnColumns, request.includesPendingChanges, unsavedChanges.isEmpty else {
            let objects = try self.fetch(request)
            progress?(1)
            return objects
        }
        let work = fetch.storedFetch(of: snapshot, progress: progress)
        let task = Task.detached { try work() }
        let subjects = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        progress?(1)
        return instances(objects(for: subjects))
    }
}

extension ResolvedFetch {
    /// Returns a closure that fetches from a snapshot alone, in any isolation.
    fileprivate func storedFetch(
        of snapshot: CommittedState, progress: (@Sendable (Double) -> Void)?
    ) -> @Sendable () throws -> [GraphSource.Subject] {
        let (entity, predicate, sortKeys) = (entity, predicate, sortKeys ?? SortKeys(keys: []))
        let (ordinals, limit, offset) = (ordinals(in: snapshot.layout), request.fetchLimit, request.fetchOffset)
        return {
            var fetch = GraphFetch(
                state: snapshot, changes: [], entity: entity, ordinals: ordinals,
                predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset)
            let total = fetch.checkpointCount
            var done = 0
            fetch.checkpoint = {
                try Task.checkCancellation()
                done += 1
                if done % 16 == 0 { progress?(Double(done) / Double(max(total, done))) }
            }
            return try fetch.subjects()
        }
    }
}
